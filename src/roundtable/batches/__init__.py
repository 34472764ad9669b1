"""Many items without a conversation, and the work of teams, on a durable engine: kill any process, and nothing is done twice.

Only this package knows the engine (DBOS). It is an extra, loaded when a batch, a worker or a team is started.
"""
