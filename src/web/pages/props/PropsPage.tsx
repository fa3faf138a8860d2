import { Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CountedList } from '../../components/CountedList.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { PropCard } from '../../components/props/PropCard.tsx'
import { PropGrid, PropGridSkeleton } from '../../components/props/PropGrid.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { useForget } from '../../graph/useForget.ts'
import { OWN_PROP_CHANGES, OWN_PROP_LIST, OWN_PROPS } from './documents.ts'

/** The props that the viewer has made, which people can place in worlds. */
export function PropsPage() {
  const { t } = useTranslation('props')
  return (
    <Stack gap="md">
      <PageHead title={t('title')} windowTitle={t('pageTitle')}>
        <RouteButton to="/props/new" leftSection={<IconPlus size={18} aria-hidden />}>
          {t('new')}
        </RouteButton>
      </PageHead>
      <OwnProps />
    </Stack>
  )
}

function OwnProps() {
  // The texts of what follows come with the page: if they were loaded later, that would hide it for a moment.
  const { t } = useTranslation(['props', 'avatars'])
  const { data, refusal, reload, fetchMore } = usePanel(OWN_PROP_LIST, {})
  const forget = useForget('Prop')
  useLive(OWN_PROP_CHANGES, {}, ({ contentChanged: { contentType, deletedId } }) => {
    if (contentType === 'PROP') forget(deletedId)
  })
  const props = getFragmentData(OWN_PROPS, data?.viewer)?.props
  return (
    <CountedList
      list={props}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ after })}
      countText={(count) => (count === 0 ? t('empty') : t('count', { count }))}
      skeleton={<PropGridSkeleton />}
    >
      <PropGrid>
        {props?.edges.map(({ node }) => (
          <li key={node.id}>
            <PropCard prop={node} />
          </li>
        ))}
      </PropGrid>
    </CountedList>
  )
}
