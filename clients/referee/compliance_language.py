"""Compliance steps of the language itself, for any engine that speaks GTP (version 2).

They use the commands ``name`` and ``version`` where any would do: every engine has answered these
when it started.
"""

import re
from time import monotonic

from clients.referee.compliance_check import Check, quoted, told
from clients.referee.compliance_step import Chapter, Failed
from protocol.errors import UNKNOWN_COMMAND
from protocol.messages import Answer

LANGUAGE = Chapter("The language, for any GTP engine")

#: How many commands are written at once.
MANY = 200
FIRST_ID = 1001
LARGEST_ID = 2**31 - 1
#: A name that no engine has given to a command.
UNHEARD_OF = "no_such_command_of_any_engine"
#: Commands that every engine has (GTP 2, section 6.1).
ADMINISTRATIVE = (
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
)
#: Lines that mean nothing, or not what they seem to.
NONSENSE = (
    b"\x01\x02\x7f\n",
    b"\xff\xfe\x80\xc3( \xf0\x9f\n",
    b"\xef\xbb\xbf\n",
    b"= ? =1 ok\n",
    b"99999999999999999999999 99999999999999999999999\n",
    b"known_command\n",
    b"no_such_command " + 10_000 * b"x" + b"\n",
)
#: Answers of any number, each with exactly one empty line, and nothing else.
_ANSWERS = re.compile(rb"(?:[=?][0-9]*(?: [^\n]*)?\n(?:[^\n]*[^\s][^\n]*\n)*\n)+")


@LANGUAGE.step("starts in time", needed=True)
async def starts(check: Check) -> str:
    """It starts, and `name`, `version` and `list_commands`, sent at once, are answered within the
    start-up limit; a refusal is an answer, too.
    """
    began = monotonic()
    await check.renew()
    return f"{monotonic() - began:.2f} s"


@LANGUAGE.step("is silent before the first command")
async def is_silent(check: Check) -> None:
    """The first thing on standard output is the first answer: no banner, no prompt."""
    if not check.first_words.startswith((b"=", b"?")):
        line = check.first_words.split(b"\n")[0].decode("utf-8", "replace")
        raise Failed(f"it began with {quoted(line)}")


@LANGUAGE.step("says its name")
async def says_its_name(check: Check) -> str:
    """`name` is answered with one line that is not empty."""
    (text,) = await check.demand("name")
    if not text or "\n" in text:
        raise Failed(told("name", Answer(True, None, text)))
    return quoted(text)


@LANGUAGE.step("says its version")
async def says_its_version(check: Check) -> str:
    """`version` is answered with one line, which is empty if there is no such thing."""
    (text,) = await check.demand("version")
    if "\n" in text:
        raise Failed(told("version", Answer(True, None, text)))
    return quoted(text)


@LANGUAGE.step("speaks version 2 of the protocol")
async def speaks_version_2(check: Check) -> None:
    """`protocol_version` is answered with 2."""
    (text,) = await check.demand("protocol_version")
    if text != "2":
        raise Failed(told("protocol_version", Answer(True, None, text)))


@LANGUAGE.step("knows what it lists")
async def knows_what_it_lists(check: Check) -> str:
    """`list_commands` says each command once, one a line, among them the six that every engine
    has; `known_command` answers true to each of them, and false to a command that is not there.
    """
    (text,) = await check.demand("list_commands")
    names = text.split("\n")
    _check_list(names)
    await _check_known(check, names)
    return f"{len(names)} commands"


def _check_list(names: list[str]) -> None:
    """Raises: Failed."""
    odd = [name for name in names if len(name.split()) != 1]
    twice = [name for name in names if names.count(name) > 1]
    missing = [name for name in ADMINISTRATIVE if name not in names]
    for words, why in ((odd, "is no command"), (twice, "is listed twice"), (missing, "is missing")):
        if words:
            raise Failed(f"in its list {quoted(words[0])} {why}")


async def _check_known(check: Check, names: list[str]) -> None:
    """Raises: Failed, Fault."""
    wanted = dict.fromkeys(names, "true") | {UNHEARD_OF: "false"}
    texts = await check.demand(*(f"known_command {name}" for name in wanted))
    for (name, right), text in zip(wanted.items(), texts, strict=True):
        if text.lower() != right:
            raise Failed(told(f"known_command {name}", Answer(True, None, text)))


@LANGUAGE.step("echoes ids", needed=True)
async def echoes_ids(check: Check) -> None:
    """An answer begins with `=` or `?` and, right behind it, the id of its command."""
    await _expect_ids(check, b"1 name\n42 version\n1000000 name\n", [1, 42, 1_000_000])


@LANGUAGE.step("echoes the largest id")
async def echoes_the_largest_id(check: Check) -> None:
    """Every id below 2147483648 is echoed, 0 and the largest included."""
    await _expect_ids(check, b"0 name\n%d version\n" % LARGEST_ID, [0, LARGEST_ID])


@LANGUAGE.step("takes an id as a number")
async def takes_an_id_as_a_number(check: Check) -> None:
    """The id is a number: `007` is echoed as 7."""
    await _expect_ids(check, b"007 name\n", [7])
    if not check.subject.output[1:].startswith(b"7"):
        raise Failed(
            f"it echoed 007 as {quoted(check.subject.output[1:4].decode(errors='replace'))}"
        )


@LANGUAGE.step("answers without an id")
async def answers_without_an_id(check: Check) -> None:
    """A command without an id is answered without an id."""
    await _expect_ids(check, b"name\nversion\n", [None, None])


async def _expect_ids(check: Check, data: bytes, ids: list[int | None]) -> None:
    """Raises: Failed, Fault."""
    answers = await check.exchange(data, len(ids))
    echoed = [answer.id for answer in answers]
    if echoed != ids:
        raise Failed(f"to {quoted(data.decode())} it answered with the ids {_listed(echoed)}")


def _listed(ids: list[int | None]) -> str:
    return ", ".join("none" if each is None else str(each) for each in ids)


@LANGUAGE.step("refuses an unknown command")
async def refuses_an_unknown_command(check: Check) -> None:
    """A command that is not there is answered with `? unknown command`."""
    await check.refusal(UNHEARD_OF, UNKNOWN_COMMAND)


@LANGUAGE.step("skips comments and empty lines")
async def skips_comments(check: Check) -> None:
    """What follows `#` is a comment; lines with nothing else get no answer, nor do empty ones and
    those of blanks.
    """
    await _expect_greeting(check, b"\n  \n# nothing\n\nname # who is it?\n   # \nversion\n\n")


@LANGUAGE.step("reads lines that end with CR LF")
async def reads_crlf(check: Check) -> None:
    """A CR is dropped wherever it stands."""
    await _expect_greeting(check, b"name\r\n\r\nversion\r\n")


@LANGUAGE.step("takes a TAB for a blank", "known_command")
async def reads_tabs(check: Check) -> None:
    """A TAB separates words as a blank does, and may stand before the first and behind the last."""
    (answer,) = await check.exchange(b"\tknown_command\tname\t\n", 1)
    if not answer.ok or answer.text.lower() != "true":
        raise Failed(told("TAB known_command TAB name TAB", answer))


async def _expect_greeting(check: Check, data: bytes) -> None:
    """Send lines that say ``name`` and ``version``, however. Raises: Failed, Fault."""
    answers = await check.exchange(data, 2)
    texts = [answer.text for answer in answers]
    if texts != [check.said("name"), check.said("version")]:
        raise Failed(f"it answered {quoted(' / '.join(texts))}, not its name and its version")


@LANGUAGE.step("answers 200 commands written at once", needed=True)
async def answers_many(check: Check) -> None:
    """Commands that are written without waiting are all answered, in their order, each with its
    own id.
    """
    words = [("name", "version")[place % 2] for place in range(MANY)]
    lines = (f"{FIRST_ID + place} {word}\n" for place, word in enumerate(words))
    answers = await check.exchange("".join(lines).encode(), MANY)
    if [answer.id for answer in answers] != list(range(FIRST_ID, FIRST_ID + MANY)):
        raise Failed("the ids of its answers are not those of the commands, in their order")
    for answer, word in zip(answers, words, strict=True):
        if answer.text != check.said(word):
            raise Failed(told(f"{answer.id} {word}", answer))


@LANGUAGE.step("ends each answer with one empty line")
async def ends_each_answer(check: Check) -> None:
    """After an answer there is exactly one empty line, in an answer none, and nothing else is
    written to standard output; lines end with LF alone.
    """
    data = f"name\n1 version\n{UNHEARD_OF}\n2 list_commands\n3 {UNHEARD_OF}\n4 name\n".encode()
    await check.exchange(data, 6)
    output = bytes(check.subject.output)
    if b"\r" in output:
        raise Failed("it wrote a CR")
    match = _ANSWERS.match(output)
    good = match.end() if match else 0
    if good != len(output):
        after = output[max(0, good - 20) : good + 20].decode("utf-8", "replace")
        raise Failed(f"it wrote something else near {after!r}")


@LANGUAGE.step("survives nonsense")
async def survives_nonsense(check: Check) -> None:
    """Whatever bytes come in, the next command is answered as usual."""
    subject = check.subject
    subject.send(b"".join(NONSENSE))
    (text,) = await check.demand("version")
    if text != check.said("version"):
        raise Failed(told("version", Answer(True, None, text)))


@LANGUAGE.step("takes whole numbers of seconds", "time_settings", "time_left")
async def takes_whole_seconds(check: Check) -> None:
    """`time_settings` and `time_left` with whole numbers are accepted."""
    await check.demand("time_settings 300 30 5", "time_left b 300 0", "time_left w 30 5")
    await check.dismiss()  # its clocks run
