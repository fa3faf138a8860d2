import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { RouteLink } from '../RouteLink.tsx'

export const WHEREABOUTS = graphql(`
  fragment Whereabouts on User {
    id
    whereabouts {
      kind
      instance {
        id
        name
        displayName
        type
        occupantCount
        capacity
        viewerCanEnter
        world {
          id
          name
        }
      }
    }
  }
`)

interface WhereaboutsProps {
  readonly person: FragmentType<typeof WHEREABOUTS>
}

/** Where a person is, as far as the viewer may see it. */
export function Whereabouts({ person }: WhereaboutsProps) {
  const { t } = useTranslation()
  const { whereabouts } = getFragmentData(WHEREABOUTS, person)
  const { instance } = whereabouts
  if (!instance) return <Text size="xs">{t(`whereabouts.${whereabouts.kind}`)}</Text>
  return (
    <Text size="xs" truncate>
      <RouteLink to="/worlds/$worldId" params={{ worldId: instance.world.id }} size="xs">
        {instance.world.name}
      </RouteLink>
      {' · '}
      {t('whereabouts.occupants', { count: instance.occupantCount, capacity: instance.capacity })}
    </Text>
  )
}
