"""Many items without a conversation, on a durable engine: kill any process at any time, and nothing is lost or done twice.

Only this package knows the engine (DBOS). It is an extra, loaded when a batch or a worker is started.
"""
