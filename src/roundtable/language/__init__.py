"""What people's sentences are: split, recognised as acts, sorted as statements. Learned from `training/`, numpy alone."""
