import ts from 'typescript'

/** A way to write SQL by hand. Those of Prisma only write a part of a statement; the others run one. */
export type SqlKind = 'sql' | '$queryRaw' | '$executeRaw' | 'Prisma.sql' | 'Prisma.raw' | 'Prisma.join'

/** Ways to run a statement that the models of Prisma don't write. */
export const STATEMENT_KINDS: readonly SqlKind[] = ['sql', '$queryRaw', '$executeRaw']

const SQL_PARTS = ['Prisma.sql', 'Prisma.raw', 'Prisma.join'] as const

/** Whether a file of an area is one for SQL that is written by hand. */
export const isForSql = (path: string) => /\/(queries|locks|policy)\.ts$/.test(path)

/** The statements and parts of statements in a file, by how they are written. */
export function sqlUsesIn(file: ts.SourceFile): SqlKind[] {
  const found: SqlKind[] = []
  const visit = (node: ts.Node) => {
    const kind = kindOf(node)
    if (kind) found.push(kind)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function kindOf(node: ts.Node): SqlKind | undefined {
  if (ts.isTaggedTemplateExpression(node)) return kindOfCallee(node.tag)
  return ts.isCallExpression(node) ? kindOfCallee(node.expression) : undefined
}

function kindOfCallee(callee: ts.Expression): SqlKind | undefined {
  const name = nameOf(callee)
  const part = SQL_PARTS.find((one) => one === callee.getText())
  if (part) return part
  if (name === 'sql') return 'sql'
  const [, kind] = /^\$(queryRaw|executeRaw)(?:Unsafe)?$/.exec(name ?? '') ?? []
  if (kind === 'queryRaw') return '$queryRaw'
  return kind === 'executeRaw' ? '$executeRaw' : undefined
}

function nameOf(callee: ts.Expression): string | undefined {
  if (ts.isIdentifier(callee)) return callee.text
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined
}
