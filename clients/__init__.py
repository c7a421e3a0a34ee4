"""Programs that talk to engine processes through the protocol."""
