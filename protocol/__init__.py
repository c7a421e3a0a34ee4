"""The engine's language: bytes in, messages out.

Speaks PROTOCOL sections 1 and 2 for both ends of the pipe. The package imports nobody, opens
nothing and reads no clock: whoever uses it moves the bytes.

- `protocol.wire` turns bytes into messages and back,
- `protocol.messages` holds those messages,
- `protocol.words` turns the words of a command into values and back,
- `protocol.errors` holds the failure texts.
"""
