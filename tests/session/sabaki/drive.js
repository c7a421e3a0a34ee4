// Drives whole games of every game with @sabaki/gtp, a client that nobody here wrote.
//
//   node drive.js NODE_MODULES PROGRAM ARGUMENT...
//
// Two engines play each other: one moves, the other is told. Prints a line of JSON for each game.

const {createRequire} = require('module')
const path = require('path')

const [modules, program, ...args] = process.argv.slice(2)
const {Command, Controller} = createRequire(path.join(modules, 'x.js'))('@sabaki/gtp')

async function ask(engine, line) {
  const response = await engine.sendCommand(Command.fromString(line))
  if (response.error) throw new Error(`${line}: ${response.content}`)
  return response.content
}

async function playGame(engines, game) {
  for (const engine of engines) await ask(engine, `newgame ${game}`)
  // A random layout differs from engine to engine: the setup line makes it the same.
  const setup = await ask(engines[0], 'setup')
  await ask(engines[1], `newgame ${setup}`)
  const moves = []
  for (;;) {
    const side = await ask(engines[moves.length % 2], 'side_to_move')
    if (side === 'none') break
    const [mover, other] = moves.length % 2 === 0 ? engines : [...engines].reverse()
    const legal = (await ask(other, 'legal_moves')).split(' ')
    const seat = side.split(' ')[0]
    const move = await ask(mover, `genmove ${seat}`)
    if (!legal.includes(move)) throw new Error(`${game}: ${move} is not legal in ${legal}`)
    await ask(other, `play ${seat} ${move}`)
    moves.push(move)
  }
  const ends = []
  for (const engine of engines) {
    ends.push({
      legal: await ask(engine, 'legal_moves'),
      side: await ask(engine, 'side_to_move'),
      result: await ask(engine, 'final_score'),
      score: await ask(engine, 'score'),
      history: await ask(engine, 'history'),
      position: await ask(engine, 'position'),
    })
  }
  return {game, setup, moves, ends}
}

async function refusals(engine) {
  const wanted = {
    nonsense: 'unknown command',
    'play b pass': 'illegal move',
    undo: 'cannot undo',
    final_score: 'cannot score',
  }
  await ask(engine, 'newgame kulami')
  for (const [line, text] of Object.entries(wanted)) {
    const response = await engine.sendCommand(Command.fromString(line))
    if (!response.error || response.content !== text) {
      throw new Error(`${line}: ${JSON.stringify(response)}`)
    }
  }
}

async function main() {
  const engines = [new Controller(program, args), new Controller(program, args)]
  try {
    for (const engine of engines) {
      engine.on('stderr', ({content}) => console.error(content))
      engine.start()
      await ask(engine, 'param level 3')
    }
    await refusals(engines[0])
    for (const game of (await ask(engines[0], 'list_games')).split('\n')) {
      console.log(JSON.stringify(await playGame(engines, game)))
    }
  } finally {
    await Promise.all(engines.map(engine => engine.stop()))
  }
}

main().catch(error => {
  console.error(error)
  process.exitCode = 1
})
