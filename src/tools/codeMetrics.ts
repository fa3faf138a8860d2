import ts from 'typescript'

/** A function and its number of lines. */
interface FunctionSize {
  readonly name: string
  readonly line: number
  readonly lines: number
  /** Maximum nesting of ifs, loops and switches. */
  readonly nesting: number
}

/** A place that overrules the compiler: `as` (except `as const`), `!` or `any`. */
interface Cast {
  readonly kind: 'as' | '!' | 'any'
  readonly line: number
}

export interface FileSizes {
  readonly path: string
  readonly lines: number
  readonly functions: readonly FunctionSize[]
  readonly casts: readonly Cast[]
}

/** Measures one TypeScript file. Functions that only declare data or contain tests are not counted. */
export function measureFile(path: string, text: string): FileSizes {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const functions: FunctionSize[] = []
  const casts: Cast[] = []
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1

  const visit = (node: ts.Node) => {
    const line = lineOf(node.getStart())
    const kind = castKind(node)
    if (kind) casts.push({ kind, line })
    if (isFunction(node) && !declaresData(node) && !holdsTests(node)) {
      functions.push({ name: nameOf(node), line, lines: lineOf(node.getEnd()) - line + 1, nesting: nestingIn(node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { path, lines: text.replace(/\n$/, '').split('\n').length, functions, casts }
}

const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined

/** `(t) => ({ ... })` declares a table of fields. */
function declaresData(node: ts.FunctionLikeDeclaration): boolean {
  if (!ts.isArrowFunction(node)) return false
  const body = ts.isParenthesizedExpression(node.body) ? node.body.expression : node.body
  return ts.isObjectLiteralExpression(body) || ts.isArrayLiteralExpression(body)
}

function holdsTests(node: ts.FunctionLikeDeclaration): boolean {
  const call = node.parent
  return ts.isCallExpression(call) && /^describe\b/.test(call.expression.getText())
}

function nameOf(node: ts.FunctionLikeDeclaration): string {
  if (ts.isConstructorDeclaration(node)) return 'constructor'
  if (node.name) return node.name.getText()
  const { parent } = node
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText()
  if (ts.isCallExpression(parent)) return `${parent.expression.getText().split('\n')[0]}(…)`
  return '(anonymous)'
}

const isControl = (node: ts.Node) =>
  ts.isIfStatement(node) || ts.isIterationStatement(node, false) || ts.isSwitchStatement(node)

/** An `else if` counts as its `if`; inner functions count separately. */
function nestingIn(node: ts.Node): number {
  let most = 0
  ts.forEachChild(node, (child) => {
    if (isFunction(child)) return
    const goesOn = ts.isIfStatement(child) && ts.isIfStatement(node) && node.elseStatement === child
    most = Math.max(most, nestingIn(child) + (isControl(child) && !goesOn ? 1 : 0))
  })
  return most
}

function castKind(node: ts.Node): Cast['kind'] | undefined {
  if (ts.isAssertionExpression(node)) return ts.isConstTypeReference(node.type) ? undefined : 'as'
  if (ts.isNonNullExpression(node) || promisesAssignment(node)) return '!'
  return node.kind === ts.SyntaxKind.AnyKeyword ? 'any' : undefined
}

/** `let x!: T` */
const promisesAssignment = (node: ts.Node) =>
  (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) && node.exclamationToken !== undefined

/** The percentile `at` (0 to 1) of the numbers; 0 without numbers. */
export function percentile(numbers: readonly number[], at: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * at) - 1)] ?? 0
}
