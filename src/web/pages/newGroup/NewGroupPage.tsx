import { Alert, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { usePanel } from '../../graph/hooks.ts'
import { NEW_GROUP } from './documents.ts'
import { NewGroupForm } from './NewGroupForm.tsx'

/** Creates a group, or says why the viewer cannot. */
export function NewGroupPage() {
  const { t } = useTranslation('groups')
  const { data, refusal, reload } = usePanel(NEW_GROUP, {})
  return (
    <Stack gap="md" maw={720}>
      <PageTitle>{t('new.pageTitle')}</PageTitle>
      <Stack gap={4}>
        <Title order={1} size="h2">
          {t('new.title')}
        </Title>
        <Text c="dimmed">{t('new.text')}</Text>
      </Stack>
      {refusal && !data && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {!data && !refusal && <Skeleton h={420} radius="lg" aria-hidden />}
      {data?.viewer &&
        (data.viewer.viewerCanCreateGroup ? (
          <Paper withBorder radius="lg" p="md">
            <NewGroupForm templates={data.groupRoleTemplates} />
          </Paper>
        ) : (
          <CannotCreate />
        ))}
    </Stack>
  )
}

function CannotCreate() {
  const { t } = useTranslation('groups')
  return (
    <Alert variant="light" title={t('new.cannot')}>
      <Stack gap="xs" align="start">
        {t('new.cannotText')}
        <RouteLink to="/wallet" size="sm">
          {t('new.subscriptions')}
        </RouteLink>
        <RouteLink to="/groups" search={{ tab: 'discover' }} size="sm">
          {t('own.discover')}
        </RouteLink>
      </Stack>
    </Alert>
  )
}
