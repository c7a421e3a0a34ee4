"""The command: places, forms, and what is said of files and games that are wrong."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.clients.convert.support import ANN, BOB, WRONG, convert, files, players, written

# ---------------------------------------------------------------------- places and forms


def test_one_file_to_another(ann: Path, tmp_path: Path) -> None:
    done = convert(ann, tmp_path / "ann.gtp")
    assert (done.code, done.out) == (0, "")
    assert done.err == f"quatuor convert: 1 game from 1 file written to {tmp_path / 'ann.gtp'}\n"
    assert "play 1 C3=2" in (tmp_path / "ann.gtp").read_text()
    assert files(tmp_path) == {"ann.sgf", "ann.gtp"}


def test_options_stand_anywhere(ann: Path, both: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for number, words in enumerate(
        [
            ("--to", "sgf", both, out),
            (both, "--to", "sgf", out),
            (both, out, "--to", "sgf"),
            ("-o", out, both, "--to", "sgf"),
            (both, "--to=sgf", "--output", out),
        ]
    ):
        assert convert(*words, *(["--force"] if number else [])).code == 0
        assert players(out) == ["Ann", "Bob"]


def test_several_inputs_make_one_output_in_their_order(
    ann: Path, both: Path, tmp_path: Path
) -> None:
    carl = written(tmp_path / "carl.sgf", ANN.replace("Ann", "Carl"))
    done = convert(both, carl, tmp_path / "all.sgf")
    assert "3 games from 2 files" in done.err
    assert players(tmp_path / "all.sgf") == ["Ann", "Bob", "Carl"]


def test_standard_input_and_output(tmp_path: Path) -> None:
    done = convert("-", "-", "--from", "sgf", "--to", "jsonl", stdin=(ANN + BOB).encode())
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [line["players"][0]["name"] for line in lines] == ["Ann", "Bob"]
    assert [line["id"] for line in lines] == ["1", "2"]
    assert done.err == "quatuor convert: 2 games from 1 file written to standard output\n"
    wrong = convert("-", "-", "--from", "sgf", "--to", "jsonl", stdin=(ANN + WRONG).encode())
    assert (wrong.code, wrong.out) == (1, "")
    assert wrong.err.startswith("quatuor convert: standard input:9: game 2, move 1: illegal move")


def test_a_folder_gets_a_file_for_each_game(both: Path, ann: Path, tmp_path: Path) -> None:
    assert convert(both, f"{tmp_path}/new/", "--to", "gtp").code == 0
    assert files(tmp_path / "new") == {"both-1.gtp", "both-2.gtp"}
    (tmp_path / "old").mkdir()
    assert convert(ann, tmp_path / "old", "--to", "jsonl").code == 0
    assert files(tmp_path / "old") == {"ann.jsonl"}
    assert convert("-", tmp_path / "old", "--from=sgf", "--to=sgf", stdin=BOB.encode()).code == 0
    assert files(tmp_path / "old") == {"ann.jsonl", "game.sgf"}
    assert files(tmp_path) == {"both.sgf", "ann.sgf", "new", "old"}


def test_games_left_out_keep_their_numbers_in_a_folder(tmp_path: Path) -> None:
    three = written(tmp_path / "three.sgf", ANN + WRONG + BOB)
    assert convert(three, f"{tmp_path}/new/", "--to", "gtp", "--keep-going").code == 1
    assert files(tmp_path / "new") == {"three-1.gtp", "three-3.gtp"}


def test_a_script_holds_one_game(both: Path, tmp_path: Path) -> None:
    for target in (tmp_path / "x.gtp", "-"):
        done = convert(both, target, "--to", "gtp")
        assert (done.code, done.out) == (1, "")
        assert "holds one game, and there are more: a folder as output, like `games/" in done.err
    assert files(tmp_path) == {"both.sgf"}


def test_two_games_of_one_name_are_refused(tmp_path: Path) -> None:
    for name, text in (("a", ANN), ("b", BOB)):
        (tmp_path / name).mkdir()
        written(tmp_path / name / "x.sgf", text)
    two = [tmp_path / name / "x.sgf" for name in "ab"]
    done = convert(*two, f"{tmp_path}/new/", "--to", "gtp")
    assert done.code == 1
    assert f"2 games would be written to {tmp_path}/new/x-1.gtp: convert files of" in done.err
    assert files(tmp_path) == {"a", "b"}


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["a.sgf"], "and where to? `quatuor convert a.sgf OUTPUT`"),
        (
            ["a.sgf", "b.txt"],
            "what form has 'b.txt'? --to sgf|gtp|jsonl says it, or an ending: .sgf",
        ),
        (["a", "b.sgf"], "what form has 'a'? --from sgf|gtp|jsonl says it"),
        (["-", "b.sgf"], "what form has standard input? --from"),
        (["a.sgf", "-"], "what form has standard output? --to"),
        (["a.sgf", "games/"], "what form shall the files in games/ have? --to sgf|gtp|jsonl"),
        (["a.sgf", "./a.sgf", "b.sgf"], "./a.sgf is given twice"),
        (["-", "-", "b.sgf", "--from", "sgf"], "- is given twice"),
        (["a.sgf", "--check", "-o", "b.sgf"], "--check writes nothing: leave out --output"),
        ([], "the following arguments are required: FILE"),
        (["a.sgf", "b.sgf", "--to", "pgn"], "argument --to: invalid choice: 'pgn'"),
        (["a.sgf", "b.sgf", "--nonsense"], "unrecognized arguments: --nonsense"),
    ],
)
def test_what_is_asked_for_wrongly(words: list[str], error: str) -> None:
    done = convert(*words)
    assert (done.code, done.out) == (2, "")
    assert error in done.err


def test_help_has_examples_and_exit_codes() -> None:
    done = convert("--help")
    assert done.code == 0
    assert "quatuor convert games.jsonl games/ --to gtp" in done.out
    assert "exit codes: 0 all games converted, 1 something" in done.out


# ---------------------------------------------------------------------- what cannot be read


def no_file(folder: Path) -> Path:
    return folder / "none.sgf"


def a_folder(folder: Path) -> Path:
    (folder / "x.sgf").mkdir()
    return folder / "x.sgf"


def a_pipe(folder: Path) -> Path:
    os.mkfifo(folder / "x.sgf")
    return folder / "x.sgf"


def a_device(folder: Path) -> Path:
    (folder / "x.sgf").symlink_to("/dev/zero")
    return folder / "x.sgf"


def a_loop(folder: Path) -> Path:
    (folder / "x.sgf").symlink_to("x.sgf")
    return folder / "x.sgf"


def a_strange_name(folder: Path) -> Path:
    return folder / "x\0.sgf"


def an_empty_file(folder: Path) -> Path:
    return written(folder / "x.sgf", "")


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (no_file, "No such file or directory"),
        (a_folder, "it is a folder; name the files in it"),
        (a_pipe, "it is no ordinary file; pipe it in and name it -"),
        (a_device, "it is no ordinary file"),
        (a_loop, "Too many levels of symbolic links"),
        (a_strange_name, "embedded null byte"),
        (an_empty_file, "there is no game"),
    ],
)
def test_inputs_that_are_none(make: Callable[[Path], Path], why: str, tmp_path: Path) -> None:
    path = make(tmp_path)
    before = files(tmp_path)
    done = convert(path, tmp_path / "out.jsonl")
    assert (done.code, done.out) == (1, "")
    assert str(path) in done.err
    assert why in done.err
    assert done.err.count("\n") == 1
    assert files(tmp_path) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_input_that_may_not_be_read(ann: Path, tmp_path: Path) -> None:
    ann.chmod(0)
    assert "Permission denied" in convert(ann, tmp_path / "out.jsonl").err


@pytest.mark.skipif(not Path("/proc/self/mem").is_file(), reason="no file that breaks off")
@pytest.mark.parametrize("form", ["sgf", "gtp", "jsonl"])
def test_an_input_that_breaks_off(form: str, tmp_path: Path) -> None:
    done = convert("/proc/self/mem", tmp_path / "out.sgf", "--from", form)
    assert done.code == 1
    assert done.err == "quatuor convert: cannot read /proc/self/mem: Input/output error\n"
    assert files(tmp_path) == set()


@pytest.mark.parametrize("name", ["x.jsonl", "x.gtp"])
def test_empty_files_of_other_forms(name: str, tmp_path: Path) -> None:
    done = convert(written(tmp_path / name, "\n"), tmp_path / "out.sgf")
    assert done.code == 1
    assert f"{name}: " in done.err
    assert "there is no game" in done.err


# ---------------------------------------------------------------------- games that are wrong


def test_one_wrong_game_stops_everything(tmp_path: Path) -> None:
    file = written(tmp_path / "x.sgf", ANN + WRONG + BOB)
    done = convert(file, tmp_path / "out.jsonl")
    assert done.code == 1
    assert done.err == (
        f"quatuor convert: {file}:9: game 2, move 1: illegal move 'H9=2': H9=2 is no move of "
        "GORami here. (C3)\n"
    )
    assert files(tmp_path) == {"x.sgf"}


def test_wrong_games_are_left_out_and_listed(tmp_path: Path) -> None:
    file = written(tmp_path / "x.sgf", ANN + WRONG + BOB + ANN)
    done = convert(file, tmp_path / "none.sgf", tmp_path / "out.sgf", "--keep-going")
    assert done.code == 1
    wrong, twice = done.err.splitlines()[:2]
    assert "left out: " in wrong
    assert "x.sgf:9: game 2, move 1: illegal" in wrong
    assert twice.endswith(f"game 4: it is the same as game 1 of {file}, word for word")


def test_a_file_that_is_not_there_is_no_wrong_game(ann: Path, tmp_path: Path) -> None:
    done = convert(ann, tmp_path / "none.sgf", tmp_path / "out.jsonl", "--keep-going")
    assert done.code == 1
    assert "No such file" in done.err
    assert files(tmp_path) == {"ann.sgf"}


def test_nothing_is_written_if_no_game_is_left(tmp_path: Path) -> None:
    file = written(tmp_path / "x.sgf", WRONG)
    done = convert(file, tmp_path / "out.jsonl", "--keep-going")
    assert done.code == 1
    assert done.err.endswith("quatuor convert: no game is left; nothing was written\n")
    assert files(tmp_path) == {"x.sgf"}


def test_a_long_list_is_cut(tmp_path: Path) -> None:
    file = written(tmp_path / "x.sgf", ANN + WRONG * 30)
    done = convert(file, tmp_path / "out.jsonl", "--keep-going")
    assert done.err.count("left out: ") == 20
    assert "and 10 more like these" in done.err
    assert done.err.endswith("out.jsonl, 30 games left out\n")


def test_check_writes_nothing(both: Path, ann: Path, tmp_path: Path) -> None:
    done = convert("--check", both, written(tmp_path / "b.gtp", "play b A1"))
    assert (done.code, done.out) == (0, "")
    assert "3 games from 2 files: all legal, nothing written" in done.err
    assert convert("--check", written(tmp_path / "w.sgf", WRONG)).code == 1
    assert files(tmp_path) == {"both.sgf", "ann.sgf", "b.gtp", "w.sgf"}


def test_remarks(tmp_path: Path) -> None:
    script = written(tmp_path / "x.gtp", "play b A1\n\nfrobnicate\ntime_left b 3 0\n")
    done = convert(script, tmp_path / "x.sgf")
    assert done.code == 0
    assert f"{script}:3: the command 'frobnicate' is not understood; left out" in done.err
    assert "not kept: the command time_left" in done.err
    quiet = convert(script, tmp_path / "y.sgf", "--quiet")
    assert "written to" not in quiet.err
    drawn = written(tmp_path / "drawn.sgf", ANN.replace("QST", "RE[0]QST"))
    assert "1 game not finished by the rules; the file's result" in convert("--check", drawn).err
