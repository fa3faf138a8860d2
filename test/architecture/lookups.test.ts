import { relative, resolve } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

/** Files whose keys no client chooses, and those that check fields of the schema by themselves. */
const EXEMPT = [
  /^src\/(generated|web|demo|tools|cli)\//,
  /^src\/edges\/graphql\/(execution|resolvers)\//,
  /^src\/kernel\/maps\.ts$/,
  /^src\/platform\/database\/statement\.ts$/,
]

function openProgram(): ts.Program {
  const { config } = ts.readConfigFile(resolve(ROOT, 'tsconfig.json'), ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
  return ts.createProgram(
    fileNames.filter((name) => relative(ROOT, name).startsWith('src/')),
    options,
  )
}

/** `in` with anything but a literal or a symbol on its left: it finds what all objects inherit. */
const isOpenIn = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind === ts.SyntaxKind.InKeyword &&
  !ts.isStringLiteral(node.left) &&
  !/^Symbol\.\w+$/.test(node.left.getText())

const isWritten = ({ parent }: ts.Node, node: ts.Node): boolean =>
  ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken

/** `table[text]` read with any text as the key, but for arrays. Keys of a union of literals are known. */
const isOpenLookup = (checker: ts.TypeChecker, node: ts.Node): boolean =>
  ts.isElementAccessExpression(node) &&
  !isWritten(node, node) &&
  (checker.getTypeAtLocation(node.argumentExpression).flags & ts.TypeFlags.String) !== 0 &&
  !checker.isArrayLikeType(checker.getTypeAtLocation(node.expression))

function findIn(checker: ts.TypeChecker, file: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isOpenIn(node) || isOpenLookup(checker, node)) found.push(`${relative(ROOT, file.fileName)}: ${node.getText()}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

it('looks up a text in an object only among its own properties: by lookUp, Object.hasOwn or a Map', () => {
  const program = openProgram()
  const checker = program.getTypeChecker()
  const files = program.getSourceFiles().filter(({ fileName }) => {
    const path = relative(ROOT, fileName)
    return path.startsWith('src/') && !EXEMPT.some((exempt) => exempt.test(path))
  })
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((file) => findIn(checker, file))).toEqual([])
})
