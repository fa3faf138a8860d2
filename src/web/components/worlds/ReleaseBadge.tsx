import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { releaseStateOf, WORLD_RELEASE } from './release.ts'

const COLORS = { DRAFT: 'gray', PRIVATE: 'gray', LABS: 'yellow', PUBLIC: 'green', HIDDEN: 'red' } as const

/** Says how far a world of the viewer's has come. */
export function ReleaseBadge({ world }: { readonly world: FragmentType<typeof WORLD_RELEASE> }) {
  const { t } = useTranslation('ownWorlds')
  const state = releaseStateOf(getFragmentData(WORLD_RELEASE, world))
  return (
    <Badge variant="default" tt="none" leftSection={<Dot color={COLORS[state]} />}>
      {t(`states.${state}`)}
    </Badge>
  )
}

const Dot = ({ color }: { readonly color: string }) => (
  <svg width={8} height={8} aria-hidden>
    <circle cx={4} cy={4} r={4} fill={`var(--mantine-color-${color}-6)`} />
  </svg>
)
