"""The only loop: decide, save, fold, show, carry out what was asked for."""
