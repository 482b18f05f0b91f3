"""Reads bills from the standard input, each with a line of JSON before it, and prints for each what verify_bill.py says of it."""
import io, json, os, sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..'))
import verify_bill

while line := sys.stdin.buffer.readline():
    asked = json.loads(line)
    file = io.BytesIO(sys.stdin.buffer.read(asked['size']))
    said = []
    try:
        for sentence in verify_bill.verify(file, asked.get('key'), asked.get('kept')):
            said.append(sentence)
        problem = None
    except verify_bill.Wrong as wrong:
        problem = str(wrong)
    print(json.dumps({'said': said, 'problem': problem}))
