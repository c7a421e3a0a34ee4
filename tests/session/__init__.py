"""Tests of the engine process and of its session: CASES E1–E18, talks, fuzzing, other clients."""
