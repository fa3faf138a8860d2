import ts from 'typescript'

/** A way to write SQL by hand. `Prisma.sql` only writes a part of a statement; the others run one. */
export type SqlKind = 'sql' | 'read' | '$queryRaw' | '$executeRaw' | 'Prisma.sql'

/** Ways to run a statement that the models of Prisma don't write. */
export const STATEMENT_KINDS: readonly SqlKind[] = ['sql', 'read', '$queryRaw', '$executeRaw']

/** The statements and parts of statements in a file, by how they are written. */
export function sqlUsesIn(file: ts.SourceFile, checker: ts.TypeChecker): SqlKind[] {
  const found: SqlKind[] = []
  const visit = (node: ts.Node) => {
    const kind = kindOf(node, checker)
    if (kind) found.push(kind)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function kindOf(node: ts.Node, checker: ts.TypeChecker): SqlKind | undefined {
  if (ts.isTaggedTemplateExpression(node)) return kindOfCallee(node.tag)
  if (!ts.isCallExpression(node)) return undefined
  return isNamedQuery(node.expression, checker) ? 'read' : kindOfCallee(node.expression)
}

function kindOfCallee(callee: ts.Expression): SqlKind | undefined {
  const name = nameOf(callee)
  if (name === 'sql') return callee.getText() === 'Prisma.sql' ? 'Prisma.sql' : 'sql'
  const [, kind] = /^\$(queryRaw|executeRaw)(?:Unsafe)?$/.exec(name ?? '') ?? []
  if (kind === 'queryRaw') return '$queryRaw'
  return kind === 'executeRaw' ? '$executeRaw' : undefined
}

const isNamedQuery = (callee: ts.Expression, checker: ts.TypeChecker) =>
  nameOf(callee) === 'read' && checker.getTypeAtLocation(callee).aliasSymbol?.name === 'NamedQuery'

function nameOf(callee: ts.Expression): string | undefined {
  if (ts.isIdentifier(callee)) return callee.text
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined
}
