import { ConnectionHandler, type RecordProxy, type RecordSourceSelectorProxy } from 'relay-runtime'
import { LIST_CHANGES, type ListChange } from './pagedLists.ts'
import { connectionKey } from './relayDocuments.ts'

/** Changes the lists of the store by the payload of a mutation. */
export function changeLists(store: RecordSourceSelectorProxy, mutation: string): void {
  const payload = store.getRootField(mutation)
  if (!payload) return
  for (const change of LIST_CHANGES[mutation] ?? []) changeList(store, payload, change)
}

function changeList(store: RecordSourceSelectorProxy, payload: RecordProxy, change: ListChange): void {
  const owner = payload.getLinkedRecord(change.owner)
  const connection = owner && ConnectionHandler.getConnection(owner, connectionKey(change.list))
  if (!connection) return
  if ('deletedId' in change) {
    ConnectionHandler.deleteNode(connection, String(payload.getValue(change.deletedId)))
    return
  }
  const given = payload.getLinkedRecord(change.edge)
  const edge = given && ConnectionHandler.buildConnectionEdge(store, connection, given)
  if (!edge) return
  if (change.at === 'start') ConnectionHandler.insertEdgeBefore(connection, edge)
  else ConnectionHandler.insertEdgeAfter(connection, edge)
}
