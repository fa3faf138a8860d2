import type { Scope } from './scope.ts'

/** The ids among those of files whose content and records are kept from the viewer, as assets that only some may load. */
export type FindWithheldAssets = (scope: Scope, fileIds: readonly string[]) => Promise<ReadonlySet<string>>
