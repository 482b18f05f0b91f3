#!/usr/bin/env python3
"""Verifies a bill of a Mille network: python3 verify_bill.py BILL [--key KEY] [--kept CHECKPOINT-OR-BILL] [--log ADDRESS-OR-ENTRIES]
Says what it has verified, or what is wrong and exits with 1, or what it could not check and exits with 2. Written from docs/bill.md, which explains every step. Needs Python 3.8."""
import argparse, base64, datetime, hashlib, json, re, sys, time, urllib.error, urllib.request

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

class Wrong(Exception): """A stable code and a sentence that say what is wrong."""
def require(condition, code, sentence):
    if not condition: raise Wrong(code, sentence)
integer, amount = (lambda text, it=it: int(text if re.fullmatch(it, text) else 'refused') for it in ('[0-9]{1,15}', '0|[1-9][0-9]{0,18}'))
canonical = lambda value: json.dumps(value, sort_keys=True, separators=(',', ':'), ensure_ascii=False).encode()
in_coins = lambda units, asset: f'{int(units) // 10**8}.{int(units) % 10**8:08d} {asset}'
salted = lambda salt, data, label=b'': H(label + bytes.fromhex(salt) + data)
percent, HOUR, DAY = lambda points: f'{points / 100:.2f} %', 3600000, 86400000
instant = lambda moment: round(datetime.datetime.fromisoformat(moment.replace('Z', '+00:00')).timestamp() * 1000)
class Lines:
    def __init__(self, file):
        self.file, self.number, self.value, hash, last = file, 0, None, hashlib.sha256(), b''
        for line in file: last = hash.update(last) or line
        require(f'"sha256":"{hash.hexdigest()}"'.encode() in last, 'file_incomplete', 'The file is cut off or damaged: its last line does not have its checksum.')
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
    require(note and named and note[2] == named[1] == origin, 'not_a_note', f'The {what} is not a signed note of {origin}.')
    public, marks = base64.b64decode(named[3]), re.findall(f'^— {re.escape(origin)} ([A-Za-z0-9+/]{{91}}=)$', note[5], re.M)
    name_hash = H(origin.encode() + b'\n' + public)[:4]
    is_ours = lambda mark: mark[:4] == name_hash and is_signed(public[1:], note[1].encode(), mark[4:])
    require(name_hash.hex() == named[2] and any(is_ours(base64.b64decode(it)) for it in marks),
        'wrong_signature', f'The signature of the {what} is wrong: the key {key} did not make it.')
    return dict(count=int(note[3]), root=base64.b64decode(note[4]).hex())
def check_kept(kept, head, line, log):
    if kept[:1] == '{': kept = json.loads(kept.split('\n')[1])['note']  # an older bill
    old = read_note(kept, head['origin'], head['key'], 'kept checkpoint')
    count, size = old['count'], log['count']
    require(count <= size, 'kept_newer', f'The kept checkpoint has {count:,} entries, but the log of this bill has only {size:,}: download the bill again.')
    require(count < size or old == log, 'two_logs', f'Two logs were shown: the kept checkpoint has other {size:,} entries than this bill.')
    if 0 < count < size:
        require(line and (line['from'], line['to']) == (count, size), 'consistency_missing', f'The bill lacks the proof for a checkpoint kept at {count:,} entries.')
        roots = roots_by_consistency(count, size, [bytes.fromhex(it) for it in line['hashes']], bytes.fromhex(old['root']))
        require([it.hex() for it in roots] == [old['root'], log['root']], 'log_rewritten', f'The log was rewritten: its first {count:,} entries are not those of the kept checkpoint.')
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
class Entries:
    """What the public entries of the bill say, in the order of the log."""
    def __init__(self): self.shown, self.fees, self.exclusions, self.since, self.kept, self.times = [], [], {}, 0, [], []
    def add(self, index, entry):
        if index <= (self.shown or [-1])[-1]: raise ValueError
        kind, at = entry['kind'], instant(entry['at'])
        require(self.shown or kind == 'genesis', 'genesis_missing', 'The bill leaves out the first entry of the log.')
        self.shown.append(index); self.times.append((index, at))
        if kind == 'genesis': self.since, self.fees = instant(entry['chargesSince']), [(index, 0, 0, entry['feeBasisPoints'])]
        if kind == 'fee' and not entry['premium']: self.fees.append((index, at, instant(entry['since']), entry['basisPoints']))
        if kind == 'genesis' and 'retentionDays' in entry: self.kept.append((index, 0, entry['retentionDays']))
        if kind == 'retention': self.kept.append((index, at, entry['days']))
        if kind == 'exclusion': self.exclusions.setdefault(entry['unit'], []).append((index, at, entry['excluded']))
    def fee(self, start, end, place):  # what was logged last of what counts by the start; and the highest of what came too late
        known = [it for it in self.fees if it[2] <= start]
        return [it[3] for it in known if it[0] < place and it[1] < end][-1], max(it[3] for it in known)
    def kept_until(self, start, place):
        days = [days for index, at, days in self.kept if at <= start and index < place]
        return (start // DAY + days[-1]) * DAY if days else 0
    def logged_by(self, place, now): return min([now] + [at for index, at in self.times if index > place])
    def is_excluded(self, unit, start, end, place):
        turns = [it[1:] for it in self.exclusions.get(unit, []) if it[0] < place]
        lets_in = lambda rest: next((at for at, is_out in rest if not is_out), end + DAY)
        return any(is_out and at + HOUR <= start and end + DAY <= lets_in(turns[i:]) for i, (at, is_out) in enumerate(turns, 0))
def check_entries(data, log, shown, units):
    """Holds the bill against all entries of the log, each of them with its length before it."""
    def entries():
        at = 0
        while at < len(data):
            end = at + 2 + int.from_bytes(data[at:at + 2], 'big')
            yield data[at + 2:end]
            at = end
    leaves = list(zip(range(log['count']), entries()))
    require(is_in_tree(log, 0, log['count'], (it for _, it in leaves), []), 'log_differs', 'The entries that the network shows are not those of its checkpoint.')
    for index, entry in ((index, json.loads(it[1:])) for index, it in leaves if it[:1] == b'\2' and index not in shown):
        is_needed = entry['kind'] in ('genesis', 'fee', 'retention') or entry['kind'] == 'exclusion' and entry['unit'] in units
        require(not is_needed, 'entry_left_out', f"The bill leaves out the public entry {index}: {entry['kind']}.")
    return f"All {log['count']:,} entries of the log read: no public entry is left out."
class Charges:
    def __init__(self, head, log, entries, now):
        self.head, self.log, self.entries, self.now, self.ends, self.before, self.decisions, self.tags = head, log, entries, now, {}, None, set(), {}
        self.count = self.views = self.listed = self.total = 0
        self.first, self.periods, self.units = None, [], set()
    def check(self, lines, line):
        charge, d, shares, units = line['charge'], line.get('details'), line['shares'], {it['unit']: it['billable'] for it in line['shares']}
        (start, end), digest, total = map(instant, charge['window']), H(canonical(charge)), sum(units.values())
        def check(condition, code, text): require(condition, code, f"Window {charge['window'][0]}: {text}")
        check(charge['asset'] == self.head['asset'], 'other_asset', f"it is charged in {charge['asset']}, and the bill is in {self.head['asset']}.")
        check(self.ends.get(charge['campaign'], start) <= start < end, 'windows_overlap', 'it starts before the one before it ends, so that time is charged twice.')
        check(start >= self.entries.since, 'window_before_log', 'it starts before the log has charges.')
        check(end <= self.now, 'window_in_future', 'it has not ended yet, by the clock of this device.')
        check(instant(self.head['from']) <= start < instant(self.head['until']), 'window_outside_bill', 'it does not start in the time that the bill is for.')
        if 'campaign' in self.head['subject']: self.check_details(check, line, charge, d, start, end)
        else: check(list(units) == [self.head['subject']['unit']], 'other_unit', 'this is the share of another ad unit.')
        fee, highest = self.entries.fee(start, end, line['index'])
        for it in shares:
            fees = int(it['gross']) * it['feeBasisPoints'] // 10000
            is_out = it['billable'] and self.entries.is_excluded(it['unit'], start, end, line['index'])
            check(not is_out, 'unit_excluded', f"ad unit {it['unit']} is paid, and the log says that it was excluded.")
            is_late = fee < it['feeBasisPoints'] <= highest
            check(not is_late, 'fee_backdated', f"its fee of {percent(it['feeBasisPoints'])} was logged after the window had ended.")
            check(it['feeBasisPoints'] <= fee, 'fee_too_high', f"its fee of {percent(it['feeBasisPoints'])} is higher than the network's of {percent(fee)}.")
            check((int(it['fee']) + int(it['referral']), int(it['net'])) == (fees, int(it['gross']) - fees), 'share_differs',
                f"ad unit {it['unit']} gets {it['net']} of {it['gross']} units, but recomputed are {int(it['gross']) - fees}.")
        leaves = iter([bytes.fromhex(it['salt']) + canonical({k: it[k] for k in it if k != 'salt'}) for it in shares])
        check(is_in_tree(charge['shares'], line['sharesFrom'], len(shares), leaves, line['sharesProof']), 'shares_not_logged', 'its shares are not those that were logged.')
        check(is_in_tree(self.log, line['index'], 1, iter([b'\1' + salted(line['salt'], digest)]), line['proof']),
            'charge_not_logged', 'the charge is not in the public log: something in it was changed after it was logged.')
        kept = self.entries.kept_until(start, line['index'])
        is_rootless = charge['views']['root'] is None and self.entries.logged_by(line['index'], self.now) < kept
        check(not is_rootless, 'no_root', 'it was logged without its views, which the network has promised to keep for longer.')
        is_early = line['views'] != 'listed' and total and self.now < kept
        check(not is_early, 'forgotten_early', 'its views are not listed, and the network has promised to keep them for longer.')
        if line['views'] == 'listed': self.check_views(check, lines, line, units, total, start // 60000, (end - 1) // 60000)
        self.note_terms(charge, d, shares)
        self.ends[charge['campaign']], self.before, self.count, self.views = end, (digest.hex(), d, start), self.count + 1, self.views + total
        self.total, self.listed = self.total + (int(d['charged']) if d else int(shares[0]['net'])), self.listed + total * (line['views'] == 'listed')
    def check_details(self, check, line, charge, d, start, end):
        money, campaign, shares = lambda units: in_coins(units, charge['asset']), self.head['subject']['campaign'].to_bytes(4, 'big'), line['shares']
        check(salted(line['campaignSalt'], campaign, b'campaign').hex() == charge['campaign'], 'other_campaign', 'this is a charge of another campaign.')
        check(salted(line['detailsSalt'], canonical(d)).hex() == charge['details'], 'details_not_logged', 'its price, budgets, fee or limits are not those that were logged.')
        seconds = d['windowSeconds']
        is_part = seconds and 86400 % seconds == 0 and start // 1000 // seconds == (end - 1) // 1000 // seconds
        check(is_part, 'window_seconds', f'it is not within a whole window of {seconds} seconds.')
        check(d['activeSeconds'] * 1000 <= end - start, 'active_seconds', f"it has {(end - start) // 1000} seconds, but {d['activeSeconds']} are called active.")
        amounts, parts = recompute(d, [it['billable'] for it in shares], start // 1000 % 86400)
        check(amounts['charged'] == int(d['charged']), 'charge_differs', f"the charge recomputed is {money(amounts['charged'])}, but {money(d['charged'])} was charged.")
        listed = [tuple(int(it[name]) for name in 'gross fee referral net'.split()) for it in shares]
        check(parts == listed and all(int(d[it]) == amounts[it] for it in amounts), 'parts_differ', 'its shares, fee or referral are not what is recomputed.')
        check(charge['views']['count'] == d['billable'], 'views_count', f"{d['billable']} views are charged, but {charge['views']['count']} were logged.")
        if not self.before: return
        digest, past, then = self.before
        check(charge['previous'] == digest, 'chain_broken', 'it does not follow the charge before it: one was left out, repeated or changed.')
        today = int(past['spentToday']) + int(past['charged']) if start // 86400000 == then // 86400000 else 0
        check((int(d['spentToday']), d['carriedIn']) == (today, past['carriedOut']), 'day_not_continued', 'what was spent on the day or carried over does not continue the charge before it.')
        check(d['totalBudget'] is None or int(d['spent']) >= int(past['spent']) + int(past['charged']), 'spent_not_continued', 'what was spent before does not continue the charge before it.')
    def note_terms(self, charge, d, shares):
        money, fees = lambda units: 'none' if units is None else in_coins(units, charge['asset']), ', '.join(sorted({percent(it['feeBasisPoints']) for it in shares}))
        terms = f'fee {fees}'
        if d: terms = (f"{d['trafficType']}, maximum CPM {money(d['maxCpm'])}, daily budget {money(d['dailyBudget'])}, total budget {money(d['totalBudget'])}, "
            f"fee {percent(d['feeBasisPoints'])}, {'a' if d['hasPartner'] else 'no'} partner, settlement periods of {d['windowSeconds']} seconds"
            + (f", hours {d['hours']} {d['timeZone']}" if 'hours' in d else ''))
        if not self.periods or self.periods[-1][2] != terms: self.periods.append([charge['window'][0], '', terms, 0, 0])
        self.periods[-1][1], self.first = charge['window'][1], self.first or d
        if d: self.periods[-1][3] += d['activeSeconds']; self.periods[-1][4] += int(d['unpaid'])
        self.units |= {it['unit'] for it in shares}
    def to_compare(self):
        """What only the reader's own record can show to be right or wrong."""
        if not self.periods: return
        money, d = lambda units: in_coins(units, self.head['asset']), self.first
        yield f"{self.periods[0][0]} to {self.periods[-1][1]}: {self.count:,} charges, {money(self.total)} in all."
        if d: yield (f"Before the first charge: {money(d['spent'])} spent in all, {money(d['spentToday'])} on its day, "
            f"{d['carriedIn']} thousandths of a unit carried over, balance {money(d['balance'])}.")
        for first, last, terms, active, unpaid in self.periods:
            yield f"{first} to {last}: {terms}" + (f"; {active} active seconds, {money(unpaid)} from earlier windows." if d else '.')
    def check_views(self, check, lines, line, charged, total, first, last):
        places, listed = [b''], dict.fromkeys(charged, 0)
        def leaves():
            while (more := lines.take('views')):
                data = base64.b64decode(more['leaves'], validate=True)
                for leaf in (data[at:at + 36] for at in range(0, len(data), 36)):
                    decision, unit, minute, tag = leaf[:16], int.from_bytes(leaf[16:20], 'big'), int.from_bytes(leaf[24:28], 'big'), leaf[28:]
                    low, high = (first, last) if charged.get(unit, 0) < 5 else (minute, minute)
                    place, (earliest, latest) = leaf[16:20] + leaf[24:28] + decision, self.tags.get(tag, (0, 0))
                    check(decision not in self.decisions, 'view_twice', f'the view {decision.hex()} is charged twice.')
                    check(place > places[-1] and first <= minute <= last, 'view_misplaced', f'the view {decision.hex()} is not in its place, or not in the window.')
                    check(max(high - earliest, latest - low) >= 1440, 'visitor_twice', f'the visitor {tag.hex()} is charged twice within 24 hours.')
                    self.decisions.add(decision); self.tags[tag], places[0], listed[unit] = (low, high), place, listed.get(unit, 0) + 1
                    yield leaf
        views = leaves()
        is_logged = is_in_tree(line['charge']['views'], line['viewsFrom'], total, views, line['viewsProof'])
        for _ in views: is_logged = False
        for unit in sorted(listed): check(listed[unit] == charged.get(unit, 0), 'views_differ', f'ad unit {unit} is paid for {charged.get(unit, 0)} views, but {listed[unit]} are listed.')
        check(is_logged, 'views_not_logged', 'its views are not those that were logged: one was added, removed or changed.')
def verify(file, key=None, kept=None, entries=None, now=None):
    """Yields ('verified', 'unverified' or 'compare', a sentence) for each thing; raises Wrong with the first that is wrong.
    `entries` gives the log's first ones, as many as it is asked for, or raises an OSError."""
    lines = Lines(file)
    try:
        head, note = lines.take('bill'), lines.take('checkpoint')
        require(head['version'] == 1 and key in (None, head['key']), 'other_key', f"The bill is signed with the key {head['key']}, and not with {key}.")
        log, line, public = read_note(note['note'], head['origin'], head['key']), lines.take('consistency'), Entries()
        yield 'verified', f"Signature ok: {head['origin']}, {log['count']:,} entries, key {head['key']}."
        if kept: yield 'verified', check_kept(kept, head, line, log)
        while (it := lines.take('entry')):
            leaf = iter([b'\2' + canonical(it['entry'])])
            require(is_in_tree(log, it['index'], 1, leaf, it['proof']), 'entry_not_logged', f"The public entry {it['index']} is not in the public log.")
            public.add(it['index'], it['entry'])
        it = Charges(head, log, public, time.time() * 1000 if now is None else now)
        while (line := lines.take('charge')): it.check(lines, line)
        end = lines.take('end')
        require((it.count, it.views) == (head['charges'], head['views']) == (end['charges'], end['views']) and it.total == amount(end['total']) and not file.read(1),
            'sums_differ', 'The sums in the bill are not those of its charges.')
        try: data, why = entries(log['count']) if entries else None, 'were not read'
        except OSError: data, why = None, 'could not be read'
        if data is None: yield 'unverified', f'Whether the bill leaves out a public entry: the entries of the log {why}.'
        else: yield 'verified', check_entries(data, log, public.shown, it.units)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError):
        raise Wrong('line_damaged', f'Line {lines.number} is damaged: it is not what belongs there.') from None
    yield 'verified', f'{it.count:,} of {it.count:,} charges are in the public log.'
    yield 'verified', f'{it.listed:,} of {it.views:,} views included.'
    if it.listed < it.views: yield 'unverified', f'{it.views - it.listed:,} views: the network says that it no longer keeps them.'
    total, (what, did) = in_coins(it.total, head['asset']), ('Charge', 'charged') if 'campaign' in head['subject'] else ('Earnings', 'earned')
    yield 'verified', f'{what} recomputed: {total}, {did}: {total}, difference 0.'
    for sentence in it.to_compare(): yield 'compare', sentence

def read_entries(place, size):
    """From a file, or from the address of a log, such as https://mille.example/log."""
    if not re.match('https?://', place): return open(place, 'rb').read()
    return b''.join(read_tile(place, tile, min(256, size - tile * 256)) for tile in range((size + 255) // 256))
def read_tile(place, tile, width, tries=6):
    name = re.sub(r'(\d{3})(?=\d)', r'x\1/', f'{tile:0{(len(str(tile)) + 2) // 3 * 3}d}') + f'.p/{width}' * (width < 256)
    try: return urllib.request.urlopen(f"{place.rstrip('/')}/tile/entries/{name}", timeout=30).read(1 << 25)
    except urllib.error.HTTPError as error:
        if error.code not in (429, 503) or tries == 1: raise
        time.sleep(min(60, int(error.headers.get('Retry-After') or 1)))
        return read_tile(place, tile, width, tries - 1)
def main():
    parser, unverified = argparse.ArgumentParser(description=__doc__), 0
    given = [parser.add_argument(name) for name in ('bill', '--key', '--kept', '--log')] and parser.parse_args()
    before = {'verified': '', 'compare': 'Compare with your own record: ', 'unverified': 'Not verified: '}
    try:
        kept = given.kept and open(given.kept, encoding='utf8').read()
        for kind, sentence in verify(open(given.bill, 'rb'), given.key, kept, given.log and (lambda size: read_entries(given.log, size))):
            unverified += kind == 'unverified'
            print(before[kind] + sentence)
    except Wrong as wrong:
        print('{1} [{0}]'.format(*wrong.args), file=sys.stderr)
        return 2 if wrong.args[0] == 'file_incomplete' else 1
    except (OSError, UnicodeDecodeError) as error:
        print(f'Not verified: {error}.', file=sys.stderr)
        return 2
    print('The bill is right.' if not unverified else 'Nothing is wrong, but not everything could be verified.')
    return 2 if unverified else 0
if __name__ == '__main__': sys.exit(main())
