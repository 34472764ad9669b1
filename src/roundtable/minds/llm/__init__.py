"""Language models as a mind, of any maker, through one library.

Nothing here is imported unless a model was chosen, and only `asking`, `connecting` and `failures` touch the library.

    schema      what a model answers with          prompt      what it is told: a stable beginning, a small end
    replies     its answer into a thought          fencing     other people's text as data, secrets masked
    asking      one request: stream, retry         connecting  provider:name, keys, servers with OpenAI's interface
    mind        all of it, as a guardable mind     ledger      requests, tokens, cost, budget
    memory      the log of what was said and seen  excerpts    the lines of code that matter now
    reading     read-only tools                    citing      cited lines, read again
    reply_items its facts                          reply_changes its operations on known facts
"""
