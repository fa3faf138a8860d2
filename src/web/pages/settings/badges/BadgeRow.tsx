import { Box, Group, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { BadgePicture } from '../../../components/people/BadgePicture.tsx'
import { formatDate } from '../../../formats.ts'
import { type FragmentType, getFragmentData, graphql } from '../../../generated/index.ts'
import { useAct } from '../../../graph/useAct.ts'

const SETTINGS_BADGE = graphql(`
  fragment SettingsBadge on UserBadge {
    id
    isHidden
    isShowcased
    assignedAt
    badge {
      id
      name
      description
      imageUrl
    }
  }
`)

const UPDATE_BADGE = graphql(`
  mutation SettingsUpdateBadge($input: UpdateBadgeInput!) {
    updateBadge(input: $input) {
      userBadge {
        ...SettingsBadge
      }
    }
  }
`)

type Change = { readonly isHidden: boolean } | { readonly isShowcased: boolean }

/** A badge, whether others see it, and whether it stands before the others. */
export function BadgeRow({ badge }: { readonly badge: FragmentType<typeof SETTINGS_BADGE> }) {
  const { t, i18n } = useTranslation('settings')
  const update = useAct(UPDATE_BADGE, { isQueued: true })
  const data = getFragmentData(SETTINGS_BADGE, badge)
  const { id, isHidden, isShowcased, assignedAt } = data
  const { name, description, imageUrl } = data.badge
  const change = (changed: Change) =>
    update.act({ input: { badgeId: data.badge.id, ...changed } }, (cache) => {
      const [[field = '', value] = []] = Object.entries(changed)
      cache.modify({ id: `UserBadge:${id}`, fields: { [field]: () => value } })
    })
  return (
    <Group gap="sm" wrap="nowrap" align="start">
      <BadgePicture url={imageUrl ?? null} />
      <Box flex={1} miw={0}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {description && <Text size="sm">{description}</Text>}
        <Text size="xs" c="dimmed">
          {t('badges.since', { date: formatDate(i18n.language, assignedAt) })}
        </Text>
        <Group gap="lg" mt="xs" role="group" aria-label={name}>
          <Switch
            label={t('badges.shown')}
            checked={!isHidden}
            onChange={({ currentTarget: { checked } }) => void change({ isHidden: !checked })}
          />
          <Switch
            label={t('badges.first')}
            checked={isShowcased}
            disabled={isHidden}
            onChange={({ currentTarget: { checked } }) => void change({ isShowcased: checked })}
          />
        </Group>
      </Box>
    </Group>
  )
}
