import type ts from 'typescript'
import { identifiersIn } from './codeGraph.ts'

/**
 * Names whose use in an area only serves speed: objects that name sets of columns, SQL that keeps or avoids a cached plan, and statements that are written or
 * prepared apart from their execution.
 */
export const SPEED_MARKS: readonly string[] = ['NOT_SELECTED', 'isPlanKept', 'valueSql', 'prepareSql', 'prepareWrite']

/** The names of SPEED_MARKS in a file, each as often as it occurs, imports included. */
export const speedMarksIn = (file: ts.SourceFile): string[] =>
  identifiersIn(file)
    .map(({ text }) => text)
    .filter((name) => SPEED_MARKS.includes(name))
