import { Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSpending } from '../../components/economy/spendingState.ts'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteButton, RouteLink } from '../../components/RouteLink.tsx'
import { type ItemSection, NEW } from './sections.ts'

/** The way to create something; without the permission to sell it says how to get that. */
export function CreateLink({ section }: { readonly section: ItemSection }) {
  const { t } = useTranslation('selling')
  const { viewer, refusal, reload } = useSpending()
  if (!viewer) return refusal && <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!viewer.economyAccount.canEarn)
    return (
      <Text size="sm">
        {t('needsPermission')}{' '}
        <RouteLink to="/selling/$section" params={{ section: 'setup' }} inherit>
          {t('toSetup')}
        </RouteLink>
      </Text>
    )
  return (
    <Group>
      <RouteButton
        to="/selling/$section/$itemId"
        params={{ section, itemId: NEW }}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t(`create.${section}`)}
      </RouteButton>
    </Group>
  )
}
