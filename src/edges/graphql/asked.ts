import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql'

type Fragments = GraphQLResolveInfo['fragments']

/** What documents ask of the nodes of a connection's field, by that field's place in the document. */
const known = new WeakMap<FieldNode, ReadonlySet<string>>()

/**
 * Whether a document asks the nodes of this connection for a field, by `nodes` or by `edges`: then it can be read for all
 * of the page before any of them is shown. Conditions are not looked at, so that the answer holds for the document.
 */
export const asksNodesFor = ({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean =>
  fieldNodes.some((field) => askedOfNodes(field, fragments).has(name))

function askedOfNodes(field: FieldNode, fragments: Fragments): ReadonlySet<string> {
  const found = known.get(field)
  if (found) return found
  const own = fieldsOf(field.selectionSet, fragments)
  const nodes = [...named(own, 'nodes'), ...below(named(own, 'edges'), fragments).filter(isNode)]
  const names = new Set(below(nodes, fragments).map((asked) => asked.name.value))
  known.set(field, names)
  return names
}

const named = (fields: readonly FieldNode[], name: string) => fields.filter((field) => field.name.value === name)
const isNode = (field: FieldNode) => field.name.value === 'node'
const below = (fields: readonly FieldNode[], fragments: Fragments) =>
  fields.flatMap(({ selectionSet }) => fieldsOf(selectionSet, fragments))

/** The fields of a selection, those of its fragments among them. */
function fieldsOf(set: SelectionSetNode | undefined, fragments: Fragments): FieldNode[] {
  return (set?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection]
    const part = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value]
    return fieldsOf(part?.selectionSet, fragments)
  })
}
