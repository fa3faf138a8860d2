import ts from 'typescript'
import { type Definition, definitionsBelow } from './codeGraph.ts'

/** The definitions that the handler of an operation uses. */
export interface OperationReach {
  readonly operation: string
  readonly definitions: readonly Definition[]
}

const HANDLERS = /^src\/areas\/[^/]+\/rest(\/[^/]+)?\.ts$/
/** Declarations rather than steps of an operation, and what any reader of the server knows. */
const NOT_COUNTED = /^src\/(generated|contract)\/|^src\/kernel\/(ids|failure|clock|scope|maps)\.ts$/

const isCounted = (file: string) => file.startsWith('src/') && !NOT_COUNTED.test(file)

/** The definitions below the REST handlers of these operations. Throws for an operation without a handler. */
export function reachOf(program: ts.Program, operations: readonly string[]): OperationReach[] {
  const checker = program.getTypeChecker()
  const files = program.getSourceFiles().filter(({ fileName }) => HANDLERS.test(fileName))
  const handlers = new Map(files.flatMap(handlersIn))
  return operations.map((operation) => {
    const handler = handlers.get(operation)
    if (!handler) throw new Error(`The operation ${operation} has no handler in a file rest.ts or rest/*.ts of an area`)
    return { operation, definitions: definitionsBelow(checker, handler, isCounted) }
  })
}

const handlersIn = (file: ts.SourceFile): (readonly [string, ts.Node])[] =>
  file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .flatMap(({ initializer }) =>
      initializer && ts.isObjectLiteralExpression(initializer) ? [...initializer.properties] : [],
    )
    .flatMap((property) => (property.name ? [[property.name.getText(), property] as const] : []))
