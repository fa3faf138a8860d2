import ts from 'typescript'
import { ALL_NAMES, type Import } from './importGraph.ts'

/** The exported names of these files, as `path name`, that no other file imports. */
export function unusedExports(files: readonly ts.SourceFile[], imports: readonly Import[]): string[] {
  const used = new Set(imports.flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)))
  return files
    .filter(({ fileName }) => !used.has(`${fileName} ${ALL_NAMES}`))
    .flatMap((file) => exportedNames(file).map((name) => `${file.fileName} ${name}`))
    .filter((name) => !used.has(name))
}

const exportedNames = ({ statements }: ts.SourceFile): string[] =>
  statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return reexportedNames(statement)
    return isExported(statement) ? definedNames(statement) : []
  })

const reexportedNames = ({ exportClause }: ts.ExportDeclaration): string[] =>
  exportClause && ts.isNamedExports(exportClause) ? exportClause.elements.map(({ name }) => name.text) : []

const isExported = (statement: ts.Statement) =>
  ts.canHaveModifiers(statement) &&
  ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true

function definedNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(variableNames)
  return ts.isDeclarationStatement(statement) && statement.name ? [statement.name.getText()] : []
}

const variableNames = ({ name }: ts.VariableDeclaration | ts.BindingElement): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? variableNames(element) : []))
