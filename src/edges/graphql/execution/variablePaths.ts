import { type DocumentNode, Kind, type ValueNode, type VariableDefinitionNode, visit } from 'graphql'
import type { InputPath } from '../../../kernel/failure.ts'

/** Where an operation uses each of its variables first: the argument, then fields and indices within it. */
export function variablePaths(
  document: DocumentNode,
  definitions: readonly VariableDefinitionNode[],
): ReadonlyMap<string, InputPath> {
  const paths = new Map<string, InputPath>()
  visit(document, {
    OperationDefinition: ({ variableDefinitions }) => (variableDefinitions === definitions ? undefined : false),
    Argument: ({ name, value }) => addPaths(paths, value, [name.value]),
  })
  return paths
}

function addPaths(paths: Map<string, InputPath>, value: ValueNode, path: InputPath): void {
  if (value.kind === Kind.VARIABLE && !paths.has(value.name.value)) paths.set(value.name.value, path)
  if (value.kind === Kind.LIST)
    for (const [index, entry] of value.values.entries()) addPaths(paths, entry, [...path, index])
  if (value.kind === Kind.OBJECT)
    for (const field of value.fields) addPaths(paths, field.value, [...path, field.name.value])
}
