import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { REQUEST_INVITE } from '../../components/instances/documents.ts'
import { kindOf } from '../../components/instances/kinds.ts'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import type { InstancePageFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'

/** An instance that is not there, or into which the viewer may not see: which of these is a secret. */
export function HiddenInstance({ instance }: { readonly instance: InstancePageFragment }) {
  const { t } = useTranslation(['instances', 'common'])
  const { world, owner } = instance
  const canAsk = kindOf(instance) === 'PRIVATE_REQUESTS' && owner?.viewerCanRequestInvite === true
  return (
    <Stack align="center" py={80} px="md" gap="sm">
      <PageTitle>{t('hidden.title')}</PageTitle>
      <Title order={1} size="h2" ta="center">
        {t('hidden.title')}
      </Title>
      <Text c="dimmed" ta="center">
        {t('hidden.text', { world: world.name })}
      </Text>
      <Group justify="center" gap="xs" mt="sm">
        {canAsk && <AskOwner userId={owner.id} name={owner.displayName} />}
        <RouteButton to="/worlds/$worldId" params={{ worldId: world.id }} variant="default">
          {t('hidden.world', { world: world.name })}
        </RouteButton>
      </Group>
    </Stack>
  )
}

function AskOwner({ userId, name }: { readonly userId: string; readonly name: string }) {
  const { t } = useTranslation('common')
  const request = useAct(REQUEST_INVITE)
  const ask = async () => {
    if (await request.act({ input: { userId } })) notifications.show({ message: t('acts.askDone', { name }) })
  }
  return (
    <Button loading={request.isBusy} onClick={() => void ask()}>
      {t('acts.ask', { name })}
    </Button>
  )
}
