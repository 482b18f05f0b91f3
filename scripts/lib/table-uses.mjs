// @ts-check
import ts from 'typescript'

/**
 * @typedef {'read' | 'write'} Access
 * @typedef {object} TableUse
 * @property {string} table
 * @property {Access} access
 * @property {number} line
 */

const reading = [
  'selectFrom',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'innerJoinLateral',
  'leftJoinLateral',
  'using'
]
/** The SQL before a table's name that `sql.table(…)` inserts, if the statement writes to the table. */
const writingInto = /\b(?:insert into|update|delete from|truncate)\s*$/i
const writing = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']

// `from a, b` and `from only (a)` name tables too. `for update` and `do update set` name none.
const notAlias =
  'on|where|set|values|join|left|right|full|inner|cross|natural|lateral|order|group|limit|offset|from|union|except|intersect|for|having|returning|using|window|fetch'
const aliased = String.raw`"?\w+"?(?:\s+(?:as\s+)?(?!(?:${notAlias})\b)\w+)?`
const names = String.raw`(?!select\b)(${aliased}(?:\s*,\s*${aliased})*)`
// A lookahead does not consume the list of tables, so that a subquery within the list is matched too.
const sqlReading = new RegExp(
  String.raw`\b(?:from|join|using)\s+(?:only\s+)?\(?\s*(?=${names})`,
  'gi'
)
const sqlWriting =
  /\b(?:insert\s+into|delete\s+from|truncate(?:\s+table)?|copy|lock\s+table|merge\s+into|(?<!for\s)(?<!for\sno\skey\s)(?<!do\s)update)\s+(?:only\s+)?"?(\w+)"?/gi
const looksLikeSql =
  /^\s*(?:--.*\s+)*(?:select|insert|update|delete|with|truncate|lock|merge|copy|from|exists|\()\b/i

/**
 * Lists the tables that a TypeScript source names in Kysely calls and in SQL strings. Does not find names that are put
 * together at run time.
 * @param {string} path
 * @param {string} text
 * @param {ReadonlySet<string>} tables
 * @returns {TableUse[]}
 */
export function listTableUses(path, text, tables) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  /** @type {TableUse[]} */
  const uses = []
  /**
   * Whether tables whose names are chosen at run time are read or written: every name in the file may be one of them.
   */
  /** @type {Access | null} */
  let chosen = null
  /** @type {ts.StringLiteralLike[]} */
  const literals = []

  /** @param {string} name @param {Access} access @param {ts.Node} node */
  function add(name, access, node) {
    const table = name.trim().replace(/^(?:public\.)?"?(\w+)"?.*$/s, '$1')
    if (!tables.has(table)) return
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
    uses.push({ table, access, line })
  }

  /** @param {string} sql @param {ts.Node} node */
  function addSql(sql, node) {
    const own = new Set(
      [...sql.matchAll(/\b(\w+)\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi)].map(it => it[1])
    )
    const bare = sql.replace(/--.*$/gm, '')
    for (const [, name = ''] of bare.matchAll(sqlWriting))
      if (!own.has(name)) add(name, 'write', node)
    for (const [, list = ''] of bare.matchAll(sqlReading)) {
      for (const name of list.split(','))
        if (!own.has(name.trim().split(/\s/)[0])) add(name, 'read', node)
    }
  }

  /** @param {ts.Node} node */
  function visit(node) {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const method = node.expression.name.text
      const access = writing.includes(method) ? 'write' : reading.includes(method) ? 'read' : null
      const first = node.arguments[0]
      if (access && first) for (const it of textsOf(first)) add(it.text, access, it)
    }
    if (isChosenTable(node, source)) chosen ??= 'read'
    if (ts.isTemplateSpan(node) && isChosenTable(node.expression, source)) {
      if (writingInto.test(textBefore(node))) chosen = 'write'
    }
    if (ts.isTaggedTemplateExpression(node) && /\bsql\b|\.table\b/.test(node.tag.getText(source))) {
      addSql(templateText(node.template), node)
    } else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      if (ts.isStringLiteralLike(node)) literals.push(node)
      const text = ts.isStringLiteralLike(node) ? node.text : templateText(node)
      if (!ts.isTaggedTemplateExpression(node.parent) && looksLikeSql.test(text)) addSql(text, node)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  if (chosen) for (const it of literals) if (tables.has(it.text)) add(it.text, chosen, it)
  return uses
}

/**
 * Whether the node is `sql.table(name)` with a name that is not a string literal. @param {ts.Node} node @param
 * {ts.SourceFile} source
 */
function isChosenTable(node, source) {
  return (
    ts.isCallExpression(node) &&
    node.expression.getText(source) === 'sql.table' &&
    node.arguments[0] !== undefined &&
    !ts.isStringLiteralLike(node.arguments[0])
  )
}

/** @param {ts.TemplateSpan} span */
function textBefore(span) {
  const spans = span.parent.templateSpans
  const at = spans.indexOf(span)
  return at === 0 ? span.parent.head.text : (spans[at - 1]?.literal.text ?? '')
}

/**
 * Returns every string in an argument: a name, a list of names, or a choice between two.
 * @param {ts.Node} node
 * @returns {ts.StringLiteralLike[]}
 */
function textsOf(node) {
  if (ts.isStringLiteralLike(node)) return [node]
  if (ts.isFunctionLike(node) || ts.isBinaryExpression(node)) return []
  /** @type {ts.StringLiteralLike[]} */
  const texts = []
  ts.forEachChild(node, it => void texts.push(...textsOf(it)))
  return texts
}

/** @param {ts.TemplateLiteral} node each interpolated value becomes a parameter */
function templateText(node) {
  if (ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  return node.head.text + node.templateSpans.map(it => `$ ${it.literal.text}`).join('')
}
