import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../components/Ago.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { CLAIM_OFFER } from './documents.ts'
import { ItemPicture } from './ItemPicture.tsx'
import { useItemFilter } from './useInventory.ts'

const OFFER = graphql(`
  query Offer($token: String!) {
    inventoryToken(token: $token) {
      kind
      expiresAt
      holder {
        id
        displayName
      }
      item {
        id
        ...ItemPicture
        template {
          id
          name
        }
      }
    }
  }
`)

const PICTURE = 96

interface OfferDialogProps {
  readonly token: string
  readonly onClose: () => void
  /** Called with the id of the copy. */
  readonly onTaken: (id: string) => void
}

/** What somebody offers, of which the person can take a copy. */
export function OfferDialog({ token, onClose, onTaken }: OfferDialogProps) {
  const { t } = useTranslation('inventory')
  const filter = useItemFilter()
  const { data, refusal, reload } = usePanel(OFFER, { token })
  const claim = useAct(CLAIM_OFFER)
  const offered = data?.inventoryToken?.kind === 'PEDESTAL' ? data.inventoryToken : null
  const take = async () => {
    const result = await claim.act({ input: { token }, filter })
    if (!result) return
    const { item } = result.claimInventoryToken
    notifications.show({ message: item ? t('offer.taken') : t('offer.noRoom') })
    if (item) onTaken(item.id)
    else onClose()
  }
  return (
    <Dialog title={t('offer.title')} onClose={onClose}>
      <Stack>
        {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
        {!data && !refusal && <Skeleton h={120} aria-hidden />}
        {data && !offered && <Text size="sm">{t('offer.over')}</Text>}
        {offered && (
          <>
            <Group gap="md" wrap="nowrap">
              <ItemPicture item={offered.item} size={PICTURE} />
              <Stack gap={4}>
                <Text fw={600}>{offered.item.template.name}</Text>
                {offered.holder && (
                  <RouteLink to="/people/$personId" params={{ personId: offered.holder.id }} size="sm">
                    {t('offer.by', { name: offered.holder.displayName })}
                  </RouteLink>
                )}
                <Group gap={4}>
                  <Text size="sm">{t('facts.copyEnds')}</Text>
                  <Ago time={offered.expiresAt} size="sm" />
                </Group>
              </Stack>
            </Group>
            <Group>
              <Button loading={claim.isBusy} onClick={() => void take()}>
                {t('offer.take')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  )
}

/** The token in what a person has entered: a link, or the token itself. */
function tokenIn(text: string): string {
  const entered = text.trim()
  if (!URL.canParse(entered)) return entered
  const given = new URL(entered).searchParams.get('offer') ?? ''
  // The router writes texts of addresses in JSON where they need it.
  return given.replaceAll('"', '')
}

interface EnterOfferDialogProps {
  readonly onClose: () => void
  readonly onOffer: (token: string) => void
}

/** Asks for the link of an offer. */
export function EnterOfferDialog({ onClose, onOffer }: EnterOfferDialogProps) {
  const { t } = useTranslation('inventory')
  const { form, onSubmit } = useGraphForm(
    {
      name: 'enter-offer',
      initialValues: { link: '' },
      validate: { link: (value) => (tokenIn(value) === '' ? t('offer.linkRequired') : null) },
    },
    async ({ link }) => {
      onClose()
      onOffer(tokenIn(link))
    },
  )
  return (
    <Dialog title={t('offer.enter')} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Text size="sm">{t('offer.enterText')}</Text>
          <TextInput label={t('offer.link')} required data-autofocus {...form.getInputProps('link')} />
          <Group>
            <Button type="submit">{t('offer.look')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
