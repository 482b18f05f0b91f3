#!/usr/bin/env python3
"""Verifies a bill of a Mille network: python3 verify_bill.py BILL [--key KEY] [--kept CHECKPOINT-OR-BILL]
Says what it has verified, or what is wrong and exits with 1. Written from docs/bill.md, which explains every step. Needs Python 3.8."""
import argparse, base64, datetime, hashlib, json, re, sys

# Ed25519 of RFC 8032. It hides nothing of what it computes with: nothing here is secret.
P, Q, BASE = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493, bytes([0x58] + [0x66] * 31)
D = -121665 * pow(121666, P - 2, P) % P
def add(a, b):  # points as (x, y, z, xy / z) times z
    A, B = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    C, E, F, G = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P, B - A, B + A
    return F * (E - C) % P, (E + C) * G % P, (E - C) * (E + C) % P, F * G % P
def times(n, point): return (0, 1, 1, 0) if n == 0 else add(times(n - 1, point), point) if n & 1 else times(n >> 1, add(point, point))
def decompress(data):
    y, sign = int.from_bytes(data, 'little') & (2**255 - 1), data[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P: x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign): return None
    return ((x := P - x if x & 1 != sign else x), y, 1, x * y % P)
def is_signed(key, message, signature):
    a, r, s = decompress(key), decompress(signature[:32]), int.from_bytes(signature[32:], 'little')
    if not a or not r or s >= Q or times(8, a)[0] == 0: return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), 'little') % Q
    left, right = times(8 * s, decompress(BASE)), times(8, add(r, times(k, a)))
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))

# Merkle trees of RFC 6962. A proof that is too short is an IndexError, leaves that end too early are a StopIteration.
H = lambda data: hashlib.sha256(data).digest()
node = lambda left, right: H(b'\1' + left + right)
half = lambda n: 1 << (n - 1).bit_length() - 1  # the largest power of two below n
def root_by_range(low, high, first, last, leaves, proof):
    if high <= first or low >= last: return proof.pop(0)
    if high - low == 1: return H(b'\0' + next(leaves))
    middle = low + half(high - low)
    return node(root_by_range(low, middle, first, last, leaves, proof), root_by_range(middle, high, first, last, leaves, proof))
def is_in_tree(tree, first, count, leaves, proof):
    hashes, size = [bytes.fromhex(it) for it in proof], tree['count']
    try: root = root_by_range(0, size, first, first + count, leaves, hashes) if size else H(b'')
    except (IndexError, StopIteration): return False
    return root.hex() == tree['root'] and first + count <= size and not hashes
def roots_by_consistency(old, size, path, known):
    if old == size: return (known or path[0],) * 2
    middle, rest, last = half(size), path[:-1], path[-1]
    if old > middle: return tuple(node(last, it) for it in roots_by_consistency(old - middle, size - middle, rest, None))
    return (lambda before, after: (before, node(after, last)))(*roots_by_consistency(old, middle, rest, known))

class Wrong(Exception): """A sentence that says what is wrong."""
def require(condition, sentence):
    if not condition: raise Wrong(sentence)
integer, amount = (lambda text, it=it: int(text if re.fullmatch(it, text) else 'refused') for it in ('[0-9]{1,15}', '0|[1-9][0-9]{0,18}'))
canonical = lambda value: json.dumps(value, sort_keys=True, separators=(',', ':'), ensure_ascii=False).encode()
in_coins = lambda units, asset: f'{int(units) // 10**8}.{int(units) % 10**8:08d} {asset}'
salted = lambda salt, data, label=b'': H(label + bytes.fromhex(salt) + data)
instant = lambda moment: round(datetime.datetime.fromisoformat(moment.replace('Z', '+00:00')).timestamp() * 1000)
class Lines:
    def __init__(self, file):
        self.file, self.number, self.value, hash, last = file, 0, None, hashlib.sha256(), b''
        for line in file: last = hash.update(last) or line
        require(f'"sha256":"{hash.hexdigest()}"'.encode() in last, 'The file is cut off or damaged: its last line does not have its checksum.')
        file.seek(0)
    def take(self, kind):
        if not self.value:
            line, self.number = self.file.readline(), self.number + 1
            self.value = json.loads(line.decode(), parse_int=integer, parse_float=integer, parse_constant=integer)
            if canonical(self.value) + b'\n' != line: raise ValueError
        if self.value['kind'] != kind: return None
        value, self.value = self.value, None
        return value
def read_note(text, origin, key, what='checkpoint'):
    note = re.fullmatch(r'((.+)\n(0|[1-9][0-9]{0,14})\n([A-Za-z0-9+/]{43}=)\n(?:.+\n)*)\n((?:— .+\n)+)', text)
    named = re.fullmatch(r'([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})', key)
    require(note and named and note[2] == named[1] == origin, f'The {what} is not a signed note of {origin}.')
    public, marks = base64.b64decode(named[3]), re.findall(f'^— {re.escape(origin)} ([A-Za-z0-9+/]{{91}}=)$', note[5], re.M)
    name_hash = H(origin.encode() + b'\n' + public)[:4]
    is_ours = lambda mark: mark[:4] == name_hash and is_signed(public[1:], note[1].encode(), mark[4:])
    require(name_hash.hex() == named[2] and any(is_ours(base64.b64decode(it)) for it in marks),
        f'The signature of the {what} is wrong: the key {key} did not make it.')
    return dict(count=int(note[3]), root=base64.b64decode(note[4]).hex())
def check_kept(kept, head, line, log):
    if kept[:1] == '{': kept = json.loads(kept.split('\n')[1])['note']  # an older bill
    old = read_note(kept, head['origin'], head['key'], 'kept checkpoint')
    count, size = old['count'], log['count']
    require(count <= size, f'The kept checkpoint has {count:,} entries, but the log of this bill has only {size:,}: download the bill again.')
    require(count < size or old == log, f'Two logs were shown: the kept checkpoint has other {size:,} entries than this bill.')
    if 0 < count < size:
        require(line and (line['from'], line['to']) == (count, size), f'The bill lacks the proof for a checkpoint kept at {count:,} entries.')
        roots = roots_by_consistency(count, size, [bytes.fromhex(it) for it in line['hashes']], bytes.fromhex(old['root']))
        require([it.hex() for it in roots] == [old['root'], log['root']], f'The log was rewritten: its first {count:,} entries are not those of the kept checkpoint.')
    return f'Log consistent with the checkpoint kept at {count:,} entries.'
def split(total, weights):
    whole = sum(weights) or 1
    parts, order = [total * it // whole for it in weights], sorted(range(len(weights)), key=lambda i: -(total * weights[i] % whole))
    extra = set(order[:total - sum(parts)] if any(weights) else ())
    return [it + (i in extra) for i, it in enumerate(parts)]
def recompute(d, weights, seconds):
    cpd, budget, price = d['trafficType'] == 'cpd', int(d['dailyBudget']), int(d['maxCpm'] or 0)
    part, per_day = seconds // d['windowSeconds'], 86400 // d['windowSeconds']
    portion, thousandths = budget // per_day + (part < budget % per_day), price * d['billable'] + (0 if cpd else d['carriedIn'])
    due = portion * d['activeSeconds'] // d['windowSeconds'] + int(d['unpaid']) if cpd else min(2**63 - 1, thousandths // 1000)
    limits = [due, budget - int(d['spentToday']), int(d['balance'])] + [thousandths // 1000] * (cpd and price > 0)
    if d['totalBudget']: limits.append(int(d['totalBudget']) - int(d['spent']))
    charged = max(0, min(limits)) if d['billable'] else 0
    rest = d['carriedIn'] if cpd else thousandths % 1000 if charged == due or not d['billable'] else 0
    gross = split(charged, weights)
    fees = [it * d['feeBasisPoints'] // 10000 for it in gross]
    referrals = split(min(charged // 10, sum(fees) // 2) if d['hasPartner'] else 0, fees)
    return (dict(due=due, charged=charged, carriedOut=rest, fee=sum(fees) - sum(referrals), referral=sum(referrals), billable=sum(weights)),
        [(g, f - r, r, g - f) for g, f, r in zip(gross, fees, referrals)])
class Charges:
    def __init__(self, head, log, fees):
        self.head, self.log, self.fees, self.ends, self.before, self.decisions, self.tags = head, log, fees, {}, None, set(), {}
        self.count = self.views = self.listed = self.total = 0
    def check(self, lines, line):
        charge, d, shares, units = line['charge'], line.get('details'), line['shares'], {it['unit']: it['billable'] for it in line['shares']}
        (start, end), digest, total = map(instant, charge['window']), H(canonical(charge)), sum(units.values())
        def check(condition, text): require(condition, f"Window {charge['window'][0]}: {text}")
        check(charge['asset'] == self.head['asset'], f"it is charged in {charge['asset']}, and the bill is in {self.head['asset']}.")
        check(self.ends.get(charge['campaign'], start) <= start < end, 'it starts before the one before it ends, so that time is charged twice.')
        if 'campaign' in self.head['subject']: self.check_details(check, line, charge, d, start)
        else: check(list(units) == [self.head['subject']['unit']], 'this is the share of another ad unit.')
        fee = max([it for it in self.fees if it[0] <= start] or [(0, 10000)])[1]
        for it in shares:
            fees = int(it['gross']) * it['feeBasisPoints'] // 10000
            check(it['feeBasisPoints'] <= fee, f"its fee of {it['feeBasisPoints'] / 100:.2f} % is higher than the network's of {fee / 100:.2f} %.")
            check((int(it['fee']) + int(it['referral']), int(it['net'])) == (fees, int(it['gross']) - fees),
                f"ad unit {it['unit']} gets {it['net']} of {it['gross']} units, but recomputed are {int(it['gross']) - fees}.")
        leaves = iter([bytes.fromhex(it['salt']) + canonical({k: it[k] for k in it if k != 'salt'}) for it in shares])
        check(is_in_tree(charge['shares'], line['sharesFrom'], len(shares), leaves, line['sharesProof']), 'its shares are not those that were logged.')
        check(is_in_tree(self.log, line['index'], 1, iter([b'\1' + salted(line['salt'], digest)]), line['proof']),
            'the charge is not in the public log: something in it was changed after it was logged.')
        if line['views'] == 'listed': self.check_views(check, lines, line, units, total, start // 60000, (end - 1) // 60000)
        self.ends[charge['campaign']], self.before, self.count, self.views = end, (digest.hex(), d, start), self.count + 1, self.views + total
        self.total, self.listed = self.total + (int(d['charged']) if d else int(shares[0]['net'])), self.listed + total * (line['views'] == 'listed')
    def check_details(self, check, line, charge, d, start):
        money, campaign, shares = lambda units: in_coins(units, charge['asset']), self.head['subject']['campaign'].to_bytes(4, 'big'), line['shares']
        check(salted(line['campaignSalt'], campaign, b'campaign').hex() == charge['campaign'], 'this is a charge of another campaign.')
        check(salted(line['detailsSalt'], canonical(d)).hex() == charge['details'], 'its price, budgets, fee or limits are not those that were logged.')
        amounts, parts = recompute(d, [it['billable'] for it in shares], start // 1000 % 86400)
        check(amounts['charged'] == int(d['charged']), f"the charge recomputed is {money(amounts['charged'])}, but {money(d['charged'])} was charged.")
        listed = [tuple(int(it[name]) for name in 'gross fee referral net'.split()) for it in shares]
        check(parts == listed and all(int(d[it]) == amounts[it] for it in amounts), 'its shares, fee or referral are not what is recomputed.')
        check(charge['views']['count'] == d['billable'], f"{d['billable']} views are charged, but {charge['views']['count']} were logged.")
        if not self.before: return
        digest, past, then = self.before
        check(charge['previous'] == digest, 'it does not follow the charge before it: one was left out, repeated or changed.')
        today = int(past['spentToday']) + int(past['charged']) if start // 86400000 == then // 86400000 else 0
        check((int(d['spentToday']), d['carriedIn']) == (today, past['carriedOut']), 'what was spent on the day or carried over does not continue the charge before it.')
        check(d['totalBudget'] is None or int(d['spent']) >= int(past['spent']) + int(past['charged']), 'what was spent before does not continue the charge before it.')
    def check_views(self, check, lines, line, charged, total, first, last):
        places, listed = [b''], dict.fromkeys(charged, 0)
        def leaves():
            while (more := lines.take('views')):
                data = base64.b64decode(more['leaves'], validate=True)
                for leaf in (data[at:at + 36] for at in range(0, len(data), 36)):
                    decision, unit, minute, tag = leaf[:16], int.from_bytes(leaf[16:20], 'big'), int.from_bytes(leaf[24:28], 'big'), leaf[28:]
                    low, high = (first, last) if charged.get(unit, 0) < 5 else (minute, minute)
                    place, (earliest, latest) = leaf[16:20] + leaf[24:28] + decision, self.tags.get(tag, (0, 0))
                    check(decision not in self.decisions, f'the view {decision.hex()} is charged twice.')
                    check(place > places[-1] and first <= minute <= last, f'the view {decision.hex()} is not in its place, or not in the window.')
                    check(max(high - earliest, latest - low) >= 1440, f'the visitor {tag.hex()} is charged twice within 24 hours.')
                    self.decisions.add(decision); self.tags[tag], places[0], listed[unit] = (low, high), place, listed.get(unit, 0) + 1
                    yield leaf
        views = leaves()
        is_logged = is_in_tree(line['charge']['views'], line['viewsFrom'], total, views, line['viewsProof'])
        for _ in views: is_logged = False
        for unit in sorted(listed): check(listed[unit] == charged.get(unit, 0), f'ad unit {unit} is paid for {charged.get(unit, 0)} views, but {listed[unit]} are listed.')
        check(is_logged, 'its views are not those that were logged: one was added, removed or changed.')
def verify(file, key=None, kept=None):
    """Yields a sentence for each thing that is verified; raises Wrong with one for the first that is wrong."""
    lines = Lines(file)
    try:
        head, note = lines.take('bill'), lines.take('checkpoint')
        require(head['version'] == 1 and key in (None, head['key']), f"The bill is signed with the key {head['key']}, and not with {key}.")
        log, line, fees = read_note(note['note'], head['origin'], head['key']), lines.take('consistency'), []
        yield f"Signature ok: {head['origin']}, {log['count']:,} entries, key {head['key']}."
        if kept: yield check_kept(kept, head, line, log)
        while (it := lines.take('entry')):
            entry, leaf = it['entry'], iter([b'\2' + canonical(it['entry'])])
            require(is_in_tree(log, it['index'], 1, leaf, it['proof']), f"The public entry {it['index']} is not in the public log.")
            if entry['kind'] == 'genesis': fees.append((instant(entry['at']), entry['feeBasisPoints']))
            if entry['kind'] == 'fee' and not entry['premium']: fees.append((instant(entry['since']), entry['basisPoints']))
        it = Charges(head, log, fees)
        while (line := lines.take('charge')): it.check(lines, line)
        end = lines.take('end')
        require((it.count, it.views) == (head['charges'], head['views']) == (end['charges'], end['views']) and it.total == amount(end['total']) and not file.read(1),
            'The sums in the bill are not those of its charges.')
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError):
        raise Wrong(f'Line {lines.number} is damaged: it is not what belongs there.') from None
    yield f'{it.count:,} of {it.count:,} charges are in the public log.'
    yield f'{it.listed:,} of {it.views:,} views included.' + (' The others are no longer kept.' if it.listed < it.views else '')
    total, (what, did) = in_coins(it.total, head['asset']), ('Charge', 'charged') if 'campaign' in head['subject'] else ('Earnings', 'earned')
    yield f'{what} recomputed: {total}, {did}: {total}, difference 0.'

if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__)
    given = [parser.add_argument(name) for name in ('bill', '--key', '--kept')] and parser.parse_args()
    try:
        for sentence in verify(open(given.bill, 'rb'), given.key, given.kept and open(given.kept, encoding='utf8').read()): print(sentence)
    except Wrong as wrong: sys.exit(print(wrong, file=sys.stderr) or 1)
