import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'

/** An import of a source file: of another file (`src/…`), a package (`npm:koa`) or Node (`node:fs`). */
export interface Import {
  readonly from: string
  readonly to: string
  /** Whether the compiler erases the import, so that the file is not loaded. */
  readonly typeOnly: boolean
  /** The names that are imported, as the other file exports them; `*` for all. */
  readonly names: readonly string[]
}

/** Stands for all names of a file. */
export const ALL_NAMES = '*'

/** The text of every file below src, by its path from the root. */
export function readSources(): Map<string, string> {
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return new Map(names.sort().map((name) => [`src/${name}`, readFileSync(`src/${name}`, 'utf8')]))
}

/** Every import of these files, static, dynamic, re-exported or in a type. */
export const importsOf = (sources: ReadonlyMap<string, string>): Import[] =>
  [...sources].flatMap(([from, text]) => {
    const found: Import[] = []
    const visit = (node: ts.Node) => {
      const specifier = specifierOf(node)
      if (specifier)
        found.push({ from, to: resolve(from, specifier), typeOnly: isTypeOnly(node), names: importedNames(node) })
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(from, text, ts.ScriptTarget.Latest, true))
    return found
  })

/** Groups of files that import each other at run time, directly or through others. */
export function fileCycles(imports: readonly Import[]): string[][] {
  const needs = new Map<string, Set<string>>()
  for (const { from, to, typeOnly } of imports) {
    if (!typeOnly) needs.set(from, (needs.get(from) ?? new Set()).add(to))
  }
  const below = new Map([...needs.keys()].map((file) => [file, filesBelow(file, needs)]))
  const groups = [...below]
    .filter(([file, files]) => files.has(file))
    .map(([file, files]) => [...files].filter((other) => below.get(other)?.has(file)).sort())
  return [...new Map(groups.map((group) => [group[0], group])).values()]
}

/** The files that a file imports, directly or through others; with itself if it is in a cycle. */
function filesBelow(file: string, needs: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set(needs.get(file))
  for (const next of found) {
    for (const further of needs.get(next) ?? []) found.add(further)
  }
  return found
}

/** Cycles of areas that need each other at run time, directly or through others, as `a → b → a`. */
export function areaCycles(imports: readonly Import[]): string[] {
  const needs = new Map<string, Set<string>>()
  for (const { from, to, typeOnly } of imports) {
    const [here, there] = [areaOf(from), areaOf(to)]
    if (typeOnly || !here || !there || here === there) continue
    needs.set(here, (needs.get(here) ?? new Set()).add(there))
  }
  return [...needs.keys()].flatMap((area) => pathsBack(area, needs)).sort()
}

/** The paths from an area back to itself; each cycle is found once, from its alphabetically first area. */
function pathsBack(start: string, needs: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const walk = (path: readonly string[]): string[] =>
    [...(needs.get(path.at(-1) ?? start) ?? [])].flatMap((next) => {
      if (next === start) return [[...path, start].join(' → ')]
      return next < start || path.includes(next) ? [] : walk([...path, next])
    })
  return walk([start])
}

const areaOf = (path: string) => /^src\/areas\/([^/]+)\//.exec(path)?.[1]

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  if (specifier.startsWith('node:')) return specifier
  const parts = specifier.split('/')
  return `npm:${parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')}`
}

function specifierOf(node: ts.Node): string | undefined {
  const at = specifierNode(node)
  return at && ts.isStringLiteralLike(at) ? at.text : undefined
}

function specifierNode(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined
  const dynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return dynamic ? node.arguments[0] : undefined
}

/** `import { type A }` is none: with verbatimModuleSyntax it still loads the file. */
function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return node.importClause?.isTypeOnly ?? false
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  return ts.isImportTypeNode(node)
}

function importedNames(node: ts.Node): string[] {
  if (ts.isImportDeclaration(node)) return node.importClause ? clauseNames(node.importClause) : []
  if (ts.isExportDeclaration(node)) return bindingNames(node.exportClause) ?? [ALL_NAMES]
  return ts.isImportTypeNode(node) && node.qualifier ? [node.qualifier.getText()] : [ALL_NAMES]
}

const clauseNames = ({ name, namedBindings }: ts.ImportClause) => [
  ...(name ? ['default'] : []),
  ...(namedBindings ? (bindingNames(namedBindings) ?? [ALL_NAMES]) : []),
]

/** The names in braces; undefined without braces, for `* as name`. */
const bindingNames = (bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined) =>
  bindings && (ts.isNamedImports(bindings) || ts.isNamedExports(bindings))
    ? bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text)
    : undefined
