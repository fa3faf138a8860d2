import type { Prisma } from '../generated/prisma/client.ts'

/**
 * What of a table is about a person. All columns of the rows are exported, so that new ones are, too, except for those that
 * are left out by name.
 */
export interface PersonalTable {
  /** Columns that hold the id of the person whom a row is about. */
  readonly of?: readonly string[]
  /** Rows that belong to rows of other tables that are about the person. */
  readonly through?: readonly RowLink[]
  /** Columns that are not exported, each with the reason. */
  readonly without?: Readonly<Record<string, string>>
  /** Further columns, each with the reason, that are exported only to the person in the column of `of` that they are listed by. */
  readonly onlyFor?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Further columns that hold ids of people, whom the row is not about, each with the reason. */
  readonly mentions?: Readonly<Record<string, string>>
  /** Set if the rows name content of the person in the blob store, by their column `blobKey`. */
  readonly content?: PersonalContent
}

/** Rows whose `column` has the value of `key` in a row of the other table that is about the person. */
export interface RowLink {
  readonly column: string
  readonly table: Prisma.ModelName
  /** `id` by default. */
  readonly key?: string
}

/** Columns that make the path of a file in an export. */
export interface PersonalContent {
  readonly folder: readonly string[]
  readonly fileName: string
}

/** For tables of which nothing is exported: the reason, and the columns that hold ids of people nevertheless. */
export interface ImpersonalTable {
  readonly notExported: string
  readonly mentions?: readonly string[]
}

/** What an area declares of each of its tables. */
export type DeclaredTables = Readonly<Partial<Record<Prisma.ModelName, PersonalTable | ImpersonalTable>>>

/** The tables of which rows are exported, by name. */
export type PersonalTables = ReadonlyMap<string, PersonalTable>

/** Columns of a table that can hold URLs of this server. */
export interface UrlColumns {
  readonly table: string
  /** Columns that hold a URL. */
  readonly texts?: readonly string[]
  /** Columns of JSON that has URLs among its members, by the names `URL_MEMBERS`. */
  readonly json?: readonly string[]
}

/** What the areas say of how data of a person is exported. */
export interface ExportRules {
  readonly tables: PersonalTables
  readonly urls: readonly UrlColumns[]
}

export const isPersonal = (table: PersonalTable | ImpersonalTable): table is PersonalTable => !('notExported' in table)
