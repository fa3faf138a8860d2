import type { ImpostorBuilder } from '../../kernel/impostors.ts'
import type { Settings } from '../../settings.ts'
import { noImpostors } from './none.ts'
import { testImpostors } from './testBuilder.ts'

/** Makes a builder of impostors of the settings. */
type OpenBuilder = (settings: Settings) => ImpostorBuilder

/** Every builder of impostors, by the value of IMPOSTOR_BUILDER. A new one is added here and in the settings. */
const BUILDERS: Readonly<Record<Settings['IMPOSTOR_BUILDER'], OpenBuilder>> = {
  test: () => testImpostors,
  none: () => noImpostors,
}

/** The builder of impostors of the settings. */
export const openImpostors = (settings: Settings): ImpostorBuilder => BUILDERS[settings.IMPOSTOR_BUILDER](settings)
