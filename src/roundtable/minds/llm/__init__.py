"""Language models as a mind, of any maker, through one library.

Nothing here is imported unless a model was chosen, and only `asking`, `connecting` and `failures` touch the library.

    schema      what a model answers with          prompt      what it is told: a stable beginning, a small end
    reading     its answer into a thought          fencing     other people's text as data, secrets masked
    asking      one request: stream, retry         connecting  provider:name, keys, servers with OpenAI's interface
    mind        all of it, as a guardable mind     ledger      requests, tokens, cost, budget
"""
