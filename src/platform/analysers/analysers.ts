import type { AvatarAnalyser } from '../../kernel/avatarAnalyser.ts'
import type { Settings } from '../../settings.ts'

/** Rates nothing. */
const noAnalyser: AvatarAnalyser = { name: 'none', isConnected: false, rate: async () => 'None' }

/** Every analyser of avatars, by the value of AVATAR_ANALYSER. A new one is added here and in the settings. */
const ANALYSERS: Readonly<Record<Settings['AVATAR_ANALYSER'], AvatarAnalyser>> = { none: noAnalyser }

/** The analyser of avatars of the settings. */
export const openAnalyser = ({ AVATAR_ANALYSER }: Settings): AvatarAnalyser => ANALYSERS[AVATAR_ANALYSER]
