import type { AlterTableCmd, AlterTableStmt, ColumnDef, Constraint, Node, RangeVar, RenameStmt } from 'libpg-query'
import { parse } from 'libpg-query'
import { lookUp } from '../kernel/maps.ts'
import { type Migration, type MigrationStep, stepsOf } from '../platform/database/migrationFiles.ts'

/** What earlier statements of the file have done. */
interface FileFacts {
  /** Tables that the file has created: nobody waits for them. */
  readonly created: Set<string>
  /** Constraints `column IS NOT NULL` by name, with their table and column. */
  readonly notNullChecks: Map<string, string>
  /** Tables and columns of which a validated constraint says that they have no null. */
  readonly proven: Set<string>
}

/** A step of the file, or the whole of a file without steps. */
interface Part {
  readonly facts: FileFacts
  readonly inBatches: boolean
  /** Constraints that this part has added. */
  readonly added: Set<string>
}

/**
 * Why a migration would keep the server from its work on a large database, or break the release before, which runs beside it:
 * a sentence for each statement. Empty for a safe one.
 */
export async function migrationFaults(migration: Pick<Migration, 'name' | 'sql'>): Promise<string[]> {
  const facts: FileFacts = { created: new Set(), notNullChecks: new Map(), proven: new Set() }
  const faults: string[] = []
  for (const step of stepsOf(migration) ?? [{ kind: 'transaction', sql: migration.sql }])
    faults.push(...(await stepFaults(facts, step)))
  return faults
}

async function stepFaults(facts: FileFacts, step: MigrationStep): Promise<string[]> {
  if (step.kind === 'reconnect') return []
  const part: Part = { facts, inBatches: step.kind === 'batches', added: new Set() }
  const { stmts = [] } = await parse(step.sql)
  return stmts.flatMap(({ stmt }) => (stmt ? statementFaults(part, stmt) : []))
}

function statementFaults(part: Part, stmt: Node): string[] {
  if ('CreateStmt' in stmt) {
    part.facts.created.add(nameOf(stmt.CreateStmt.relation))
    return []
  }
  if ('AlterTableStmt' in stmt) return alterFaults(part, stmt.AlterTableStmt)
  return [...indexFaults(part, stmt), ...lockFaults(part, stmt), ...rowFaults(part, stmt)]
}

const nameOf = (relation: RangeVar | undefined) => relation?.relname ?? ''
const isOld = ({ facts }: Part, table: string) => !facts.created.has(table)

function indexFaults(part: Part, stmt: Node): string[] {
  if (!('IndexStmt' in stmt)) return []
  const { relation, concurrent, idxname } = stmt.IndexStmt
  if (concurrent || !isOld(part, nameOf(relation))) return []
  return [`builds the index ${idxname} of the existing table ${nameOf(relation)} without CONCURRENTLY`]
}

/** Kinds of statements that lock or rewrite whole tables, or can't be looked into. */
const REFUSED_KINDS: Readonly<Record<string, string>> = {
  DoStmt: 'runs a DO block, which this check can not look into',
  LockStmt: 'locks tables',
  ClusterStmt: 'rewrites a table or an index',
  RefreshMatViewStmt: 'rewrites a table or an index',
  ReindexStmt: 'rewrites a table or an index',
  TruncateStmt: 'empties a table in one transaction',
}

function lockFaults(part: Part, stmt: Node): string[] {
  const refused = Object.keys(stmt).flatMap((kind) => lookUp(REFUSED_KINDS, kind) ?? [])
  if (refused.length > 0) return refused
  if ('VacuumStmt' in stmt && stmt.VacuumStmt.is_vacuumcmd) return ['vacuums a table']
  if ('RenameStmt' in stmt) return renameFaults(part, stmt.RenameStmt)
  const isDrop = 'DropStmt' in stmt && stmt.DropStmt.removeType === 'OBJECT_TABLE'
  return isDrop ? dropFaults(part, stmt.DropStmt.objects ?? []) : []
}

/** An index may be renamed, as statements don't name it. */
const renameFaults = (part: Part, { renameType, relation }: RenameStmt) =>
  renameType === 'OBJECT_INDEX' || !isOld(part, nameOf(relation))
    ? []
    : [`renames ${nameOf(relation)} or a part of it, which the release before uses`]

const dropFaults = (part: Part, objects: readonly Node[]) =>
  objects
    .map((object) => ('List' in object ? stringOf(object.List.items?.at(-1)) : ''))
    .filter((table) => isOld(part, table))
    .map((table) => `drops the table ${table}, which the release before uses`)

const stringOf = (node: Node | undefined) => (node && 'String' in node ? (node.String.sval ?? '') : '')

/** UPDATE and DELETE, wherever they are in the statement, and INSERT of what a query finds. */
function rowFaults(part: Part, stmt: Node): string[] {
  if (part.inBatches || 'CreateFunctionStmt' in stmt) return []
  const changed = changedTables(stmt)
    .filter((table) => isOld(part, table))
    .map((table) => `updates or deletes rows of the existing table ${table} in one transaction, not in batches`)
  const copied = 'InsertStmt' in stmt ? tablesIn(stmt.InsertStmt.selectStmt).filter((table) => isOld(part, table)) : []
  return [...changed, ...copied.map((table) => `copies the existing table ${table} in one transaction, not in batches`)]
}

/** Tables that a query reads. */
function tablesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'RangeVar' ? [String(value?.relname)] : tablesIn(value),
  )
}

function changedTables(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.entries(node).flatMap(([key, value]) => {
    const isChange = key === 'UpdateStmt' || key === 'DeleteStmt'
    return isChange ? [String(value?.relation?.relname), ...changedTables(value)] : changedTables(value)
  })
  return below
}

function alterFaults(part: Part, { relation, cmds = [], objtype }: AlterTableStmt): string[] {
  const table = nameOf(relation)
  if (objtype !== 'OBJECT_TABLE' || !isOld(part, table)) return []
  return cmds.flatMap((cmd) => ('AlterTableCmd' in cmd ? commandFaults(part, table, cmd.AlterTableCmd) : []))
}

function commandFaults(part: Part, table: string, { subtype, name = '', def }: AlterTableCmd): string[] {
  switch (subtype) {
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def ? columnFaults(table, def.ColumnDef) : []
    case 'AT_AddConstraint':
      return def && 'Constraint' in def ? constraintFaults(part, table, def.Constraint) : []
    case 'AT_ValidateConstraint':
      return validationFaults(part, name)
    case 'AT_SetNotNull':
      return part.facts.proven.has(`${table}.${name}`)
        ? []
        : [`sets ${table}.${name} NOT NULL without a validated CHECK`]
    case 'AT_DropColumn':
      return [`drops the column ${table}.${name}, which the release before uses`]
    case 'AT_AlterColumnType':
      return [`changes the type of ${table}.${name}, which rewrites the table or its indexes`]
    case 'AT_SetLogged':
    case 'AT_SetUnLogged':
    case 'AT_SetAccessMethod':
    case 'AT_SetTableSpace':
    case 'AT_AddIdentity':
      return [`rewrites ${table}`]
    default:
      return []
  }
}

const SERIAL_TYPE = /^(small|big)?serial\d?$/
/** Functions whose value is the same for all rows, so that PostgreSQL keeps it with the column instead of with each row. */
const STABLE_FUNCTIONS: readonly string[] = ['now', 'transaction_timestamp', 'statement_timestamp']

function columnFaults(table: string, { colname, typeName, constraints = [] }: ColumnDef): string[] {
  const column = `${table}.${colname}`
  const given = constraints.flatMap((one) => ('Constraint' in one ? [one.Constraint] : []))
  const has = (...types: Constraint['contype'][]) => given.some(({ contype }) => types.includes(contype))
  const defaults = given.filter(({ contype }) => contype === 'CONSTR_DEFAULT')
  const called = functionsIn(defaults)
  const faults: [is: boolean, fault: string][] = [
    [SERIAL_TYPE.test(stringOf(typeName?.names?.at(-1))), `rewrites ${table} for the serial ${column}`],
    [has('CONSTR_GENERATED', 'CONSTR_IDENTITY'), `rewrites ${table} for the generated ${column}`],
    [
      called.some((name) => !STABLE_FUNCTIONS.includes(name)),
      `rewrites ${table} for the volatile default of ${column}`,
    ],
    [has('CONSTR_NOTNULL') && defaults.length === 0, `adds ${column} NOT NULL without a default`],
    [has('CONSTR_FOREIGN', 'CONSTR_CHECK'), `adds a constraint with ${column}: add it NOT VALID`],
    [has('CONSTR_UNIQUE', 'CONSTR_PRIMARY'), `builds an index with ${column} without CONCURRENTLY`],
  ]
  return faults.flatMap(([is, fault]) => (is ? [fault] : []))
}

/** Names of the functions that an expression calls. */
function functionsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'FuncCall' ? [stringOf(value?.funcname?.at(-1)), ...functionsIn(value?.args)] : functionsIn(value),
  )
}

function constraintFaults(part: Part, table: string, constraint: Constraint): string[] {
  const { contype, conname = '', skip_validation, indexname } = constraint
  part.added.add(conname)
  if (contype === 'CONSTR_FOREIGN' || contype === 'CONSTR_CHECK') {
    const column = columnWithoutNull(constraint.raw_expr)
    if (column) part.facts.notNullChecks.set(conname, `${table}.${column}`)
    return skip_validation ? [] : [`adds the constraint ${conname} to ${table} without NOT VALID`]
  }
  if (indexname) return []
  return [`builds the index of the constraint ${conname} of ${table} without CONCURRENTLY`]
}

/** The column of a condition `column IS NOT NULL`. */
function columnWithoutNull(condition: Node | undefined): string {
  if (!condition || !('NullTest' in condition) || condition.NullTest.nulltesttype !== 'IS_NOT_NULL') return ''
  const { arg } = condition.NullTest
  return arg && 'ColumnRef' in arg ? stringOf(arg.ColumnRef.fields?.at(-1)) : ''
}

function validationFaults({ added, facts }: Part, name: string): string[] {
  const proven = facts.notNullChecks.get(name)
  if (proven) facts.proven.add(proven)
  return added.has(name) ? [`validates the constraint ${name} in the transaction that adds it`] : []
}
