import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** Where a source of the web UI asks for a text. */
export interface TextUse {
  /** File and line. */
  readonly place: string
  /** Namespaces in which the key is looked for, the first one that has it first. */
  readonly namespaces: readonly string[]
  /** The key, with a star for each part that is built at run time. */
  readonly key: string
  /** Names of the values that the text gets; null where they are no list of names. */
  readonly values: readonly string[] | null
}

const DEFAULT_NAMESPACE = 'common'
const SOURCE = /\.tsx?$/

/** The sources of a folder, without what is generated. */
export function sourcesIn(folder: string): ts.SourceFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => SOURCE.test(name) && !name.startsWith('generated'))
    .map((name) => ts.createSourceFile(name, readFileSync(join(folder, name), 'utf8'), ts.ScriptTarget.Latest, true))
}

export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile()
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
}

/** Calls a function for a node and all nodes in it. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  node.forEachChild((child) => walk(child, visit))
}

/** All texts that a source asks for. */
export function textUses(source: ts.SourceFile): TextUse[] {
  const uses: TextUse[] = []
  walk(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return
    const namespaces = namespacesOf(node, node.expression.text)
    const [argument, values] = node.arguments
    if (!namespaces || !argument) return
    for (const key of keysOf(argument))
      uses.push({ place: placeOf(node), ...named(namespaces, key), values: valuesOf(values) })
  })
  return uses
}

/** A key may name its namespace. */
function named(namespaces: readonly string[], key: string): Pick<TextUse, 'namespaces' | 'key'> {
  const [first = '', ...rest] = key.split(':')
  return rest.length > 0 ? { namespaces: [first], key: rest.join(':') } : { namespaces, key }
}

/** The namespaces of a function that `useTranslation` has returned under a name, where a call stands; null for others. */
function namespacesOf(call: ts.Node, name: string): readonly string[] | null {
  for (let scope = call.parent; scope; scope = scope.parent) {
    const statements = ts.isBlock(scope) ? scope.statements.filter((one) => ts.isVariableStatement(one)) : []
    const [found] = statements.flatMap((statement) => {
      const namespaces = translationIn(statement, name)
      return namespaces ? [namespaces] : []
    })
    if (found) return found
  }
  return null
}

function translationIn({ declarationList }: ts.VariableStatement, name: string): readonly string[] | null {
  for (const { name: pattern, initializer } of declarationList.declarations) {
    if (!initializer || !ts.isCallExpression(initializer) || !ts.isObjectBindingPattern(pattern)) continue
    if (initializer.expression.getText() !== 'useTranslation') continue
    const bound = pattern.elements.find((element) => element.name.getText() === name)
    if (bound && (bound.propertyName ?? bound.name).getText() === 't') return namesIn(initializer.arguments[0])
  }
  return null
}

function namesIn(argument: ts.Expression | undefined): readonly string[] {
  if (argument && ts.isStringLiteral(argument)) return [argument.text]
  if (argument && ts.isArrayLiteralExpression(argument)) return argument.elements.flatMap((element) => namesIn(element))
  return [DEFAULT_NAMESPACE]
}

/** The keys that an expression can be; none for one that says nothing about them. */
function keysOf(expression: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isConditionalExpression(expression)) return [...keysOf(expression.whenTrue), ...keysOf(expression.whenFalse)]
  if (ts.isTemplateExpression(expression))
    return [expression.head.text + expression.templateSpans.map(({ literal }) => `*${literal.text}`).join('')]
  return []
}

function valuesOf(expression: ts.Expression | undefined): readonly string[] | null {
  if (!expression) return []
  if (!ts.isObjectLiteralExpression(expression)) return null
  const names = expression.properties.map((property) => property.name?.getText() ?? null)
  return names.flatMap((name) => name ?? []).length === names.length ? names.flatMap((name) => name ?? []) : null
}
