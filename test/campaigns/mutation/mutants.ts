import ts from 'typescript'

/** A change of one place of a file that a test should see. */
export interface Mutant {
  readonly path: string
  /** From 1. */
  readonly line: number
  readonly before: string
  readonly after: string
  /** The text of the whole changed file. */
  readonly text: string
}

/** A replacement of the characters from `start` to `end`. */
interface Change {
  readonly start: number
  readonly end: number
  readonly after: string
}

const OPERATORS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
])

/** Changes inside SQL: a condition with an operator or a negation less, or an order the other way round. */
const SQL_CHANGES: readonly (readonly [RegExp, string])[] = [
  [/\bAND NOT\b/g, 'AND'],
  [/\bNOT EXISTS\b/g, 'EXISTS'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/ (?:AND|OR) (?:NOT )?[\w."]+ (?:=|<>|<=?|>=?) '[^']*'/g, ''],
  [/ AND [\w."]+ IS (?:NOT )?NULL\b/g, ''],
  [/ AND NOT [\w."]+(?=\s|\))/g, ''],
  [/\bDESC\b/g, 'ASC'],
  [/ >= /g, ' > '],
  [/ <= /g, ' < '],
]

/** All mutants of a file: of its operators, negations, conditions of rows, locks, events and SQL. */
export function mutantsOf(path: string, text: string): Mutant[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const changes: Change[] = []
  const visit = (node: ts.Node) => {
    changes.push(...changesOf(node))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return changes.map(({ start, end, after }) => ({
    path,
    line: file.getLineAndCharacterOfPosition(start).line + 1,
    before: text.slice(start, end),
    after,
    text: text.slice(0, start) + after + text.slice(end),
  }))
}

function changesOf(node: ts.Node): Change[] {
  if (ts.isBinaryExpression(node)) return operatorChanges(node)
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [replaced(node, node.operand.getText())]
  if (ts.isPropertyAssignment(node)) return conditionChanges(node)
  if (ts.isExpressionStatement(node)) return statementChanges(node)
  if (ts.isTemplateSpan(node) && calledName(node.expression) === 'rowLock') return [replaced(node.expression, "''")]
  return isTemplateText(node) ? sqlChanges(node) : []
}

const replaced = (node: ts.Node, after: string): Change => ({ start: node.getStart(), end: node.getEnd(), after })

function operatorChanges({ operatorToken }: ts.BinaryExpression): Change[] {
  const after = OPERATORS.get(operatorToken.kind)
  return after === undefined ? [] : [replaced(operatorToken, after)]
}

/** A condition of rows with another truth value, or with the opposite bound. */
function conditionChanges({ name, initializer }: ts.PropertyAssignment): Change[] {
  if (initializer.kind === ts.SyntaxKind.TrueKeyword) return [replaced(initializer, 'false')]
  if (initializer.kind === ts.SyntaxKind.FalseKeyword) return [replaced(initializer, 'true')]
  const bound = { gt: 'gte', gte: 'gt', lt: 'lte', lte: 'lt', some: 'none', none: 'some' }[name.getText()]
  return bound === undefined ? [] : [replaced(name, bound)]
}

/** Names of functions whose calls are left out: they announce, lock, or refuse. */
const LEFT_OUT = /^(emit\w*|lock[A-Z]\w*|noteLock|assert[A-Z]\w*|append\w*)$/

function statementChanges(statement: ts.ExpressionStatement): Change[] {
  const { expression } = statement
  const called = calledName(ts.isAwaitExpression(expression) ? expression.expression : expression)
  return called !== undefined && LEFT_OUT.test(called) ? [replaced(statement, ';')] : []
}

function calledName(expression: ts.Expression): string | undefined {
  if (!ts.isCallExpression(expression)) return undefined
  const { expression: callee } = expression
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText()
}

const isTemplateText = (node: ts.Node) =>
  ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isNoSubstitutionTemplateLiteral(node)

function sqlChanges(node: ts.Node): Change[] {
  const text = node.getText()
  return SQL_CHANGES.flatMap(([pattern, after]) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => {
      const start = node.getStart() + index
      return { start, end: start + found.length, after }
    }),
  )
}
