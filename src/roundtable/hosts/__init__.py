"""Sessions for programs of other makers: coding agents over MCP, editors over ACP.

    seats      sessions whose mind is a host's model        tools      what a host may call, and how it is checked
    exchange   MCP as questions and answers, no transport    stdio, http  its two transports
    messages   JSON-RPC lines, for MCP and ACP
    editor     an ACP agent: a session in an editor's panel

Nothing here is imported unless one of the two was asked for. What single jobs do is handed in by `roundtable.commands`.
"""
