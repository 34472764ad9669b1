"""The protocol, as pure code: inputs in, events out. No I/O, no clock, no randomness."""
