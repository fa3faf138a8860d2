import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql'

type Fragments = GraphQLResolveInfo['fragments']

/** Names of the fields that are selected on the nodes of a connection field. */
const nodeFieldsCache = new WeakMap<FieldNode, ReadonlySet<string>>()

/**
 * Whether a field is selected on the nodes of this connection, through `nodes` or `edges`, so that it can be preloaded
 * for the whole page. Ignores @skip and @include, so that the result can be cached with the document.
 */
export const selectsOnNodes = ({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean =>
  fieldNodes.some((field) => nodeFieldNames(field, fragments).has(name))

function nodeFieldNames(field: FieldNode, fragments: Fragments): ReadonlySet<string> {
  const cached = nodeFieldsCache.get(field)
  if (cached) return cached
  const own = fieldsOf(field.selectionSet, fragments)
  const nodes = [...fieldsNamed(own, 'nodes'), ...childFields(fieldsNamed(own, 'edges'), fragments).filter(isNode)]
  const names = new Set(childFields(nodes, fragments).map(({ name }) => name.value))
  nodeFieldsCache.set(field, names)
  return names
}

const fieldsNamed = (fields: readonly FieldNode[], name: string) => fields.filter((field) => field.name.value === name)
const isNode = (field: FieldNode) => field.name.value === 'node'
const childFields = (fields: readonly FieldNode[], fragments: Fragments) =>
  fields.flatMap(({ selectionSet }) => fieldsOf(selectionSet, fragments))

/** The fields of a selection set, including those of its fragments. */
function fieldsOf(set: SelectionSetNode | undefined, fragments: Fragments): FieldNode[] {
  return (set?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection]
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value]
    return fieldsOf(fragment?.selectionSet, fragments)
  })
}
