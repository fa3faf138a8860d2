import ts from 'typescript'

/** A definition at the top level of a file: a function, a class, an enum or a variable. */
export interface Definition {
  readonly file: string
  readonly name: string
  /** Without the comments above it. */
  readonly lines: number
}

type DefinitionNode = ts.FunctionDeclaration | ts.ClassDeclaration | ts.EnumDeclaration | ts.VariableDeclaration

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  strict: true,
  noEmit: true,
  types: [],
}

/** A program of these files, by their paths from the root. Imports of all other files and of packages stay unresolved. */
export function programOf(sources: ReadonlyMap<string, string>): ts.Program {
  const libraries = ts.createCompilerHost(OPTIONS, true)
  const host: ts.CompilerHost = {
    ...libraries,
    getCurrentDirectory: () => '',
    directoryExists: () => true,
    fileExists: (path) => sources.has(path),
    readFile: (path) => sources.get(path),
    getSourceFile(path, version) {
      const text = sources.get(path)
      return text === undefined ? libraries.getSourceFile(path, version) : parse(path, text)
    },
  }
  return ts.createProgram([...sources.keys()], OPTIONS, host)
}

const parse = (path: string, text: string) => ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)

/**
 * The definitions that the values of `start` refer to, directly or through other definitions. Methods that are called through
 * an interface are not found.
 */
export function definitionsBelow(
  checker: ts.TypeChecker,
  start: ts.Node,
  isCounted: (file: string) => boolean,
): Definition[] {
  const definitionsIn = (node: ts.Node) =>
    identifiersIn(node)
      .flatMap((identifier) => symbolOf(checker, identifier)?.declarations ?? [])
      .map(definitionAround)
      .filter((definition) => definition !== undefined)
      .filter((definition) => isCounted(definition.getSourceFile().fileName))
  const found = new Set(definitionsIn(start))
  for (const definition of found) {
    for (const next of definitionsIn(definition)) found.add(next)
  }
  return [...found].map(describe)
}

/** The identifiers of the values of a node, without its types. */
export function identifiersIn(node: ts.Node): ts.Identifier[] {
  const found: ts.Identifier[] = []
  const visit = (child: ts.Node) => {
    if (isErased(child)) return
    if (ts.isIdentifier(child)) found.push(child)
    ts.forEachChild(child, visit)
  }
  visit(node)
  return found
}

function isErased(node: ts.Node): boolean {
  if (ts.isHeritageClause(node)) return node.token === ts.SyntaxKind.ImplementsKeyword
  if (ts.isExpressionWithTypeArguments(node)) return false
  return ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
}

/** What an identifier stands for, in the file that defines it. */
function symbolOf(checker: ts.TypeChecker, identifier: ts.Identifier): ts.Symbol | undefined {
  const { parent } = identifier
  const symbol =
    ts.isShorthandPropertyAssignment(parent) && parent.name === identifier
      ? checker.getShorthandAssignmentValueSymbol(parent)
      : checker.getSymbolAtLocation(identifier)
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** The definition that a declaration is, or is a destructured part of; undefined below the top level, and for types. */
function definitionAround(declaration: ts.Node): DefinitionNode | undefined {
  if (ts.isBindingElement(declaration)) return definitionAround(declaration.parent.parent)
  if (ts.isVariableDeclaration(declaration)) {
    const statement = declaration.parent.parent
    return ts.isVariableStatement(statement) && ts.isSourceFile(statement.parent) ? declaration : undefined
  }
  const isDefinition =
    (ts.isFunctionDeclaration(declaration) && declaration.body) ||
    ts.isClassDeclaration(declaration) ||
    ts.isEnumDeclaration(declaration)
  return isDefinition && ts.isSourceFile(declaration.parent) ? declaration : undefined
}

function describe(definition: DefinitionNode): Definition {
  const source = definition.getSourceFile()
  const { whole, name } = { whole: statementOf(definition), name: definition.name?.getText() ?? 'default' }
  const [first, last] = [whole.getStart(), whole.getEnd()].map((at) => source.getLineAndCharacterOfPosition(at).line)
  return { file: source.fileName, name, lines: (last ?? 0) - (first ?? 0) + 1 }
}

/** The statement of a variable that is declared alone; otherwise the definition itself. */
function statementOf(definition: DefinitionNode): ts.Node {
  const { parent } = definition
  return ts.isVariableDeclarationList(parent) && parent.declarations.length === 1 ? parent.parent : definition
}
