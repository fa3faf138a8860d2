import type { DeclaredTables } from '../../kernel/personalData.ts'

const SERVER = 'Numbers and states of the server, without people.'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  ServerNode: { notExported: SERVER },
  NodeMinute: { notExported: SERVER },
  FigureRow: { notExported: SERVER },
  JobRecord: { notExported: SERVER },
}
