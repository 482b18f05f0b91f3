"""Reads bills from the standard input, each with a line of JSON before it, and prints for each what verify_bill.py says of it."""
import io, json, os, sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..'))
import verify_bill

while line := sys.stdin.buffer.readline():
    asked = json.loads(line)
    file = io.BytesIO(sys.stdin.buffer.read(asked['size']))
    given = asked['entries']
    data = sys.stdin.buffer.read(given) if isinstance(given, int) else None
    def entries(size):
        if data is None: raise OSError
        return data
    found = {'verified': [], 'unverified': [], 'compare': []}
    try:
        for kind, sentence in verify_bill.verify(file, asked.get('key'), asked.get('kept'), given is not None and entries, asked['now']):
            found[kind].append(sentence)
        code, problem = None, None
    except verify_bill.Wrong as wrong:
        code, problem = wrong.args
    print(json.dumps({'said': found['verified'], 'unverified': found['unverified'], 'compare': found['compare'], 'problem': problem, 'code': code}))
