import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { OFFER_ITEM } from './documents.ts'
import { DURATIONS } from './durations.ts'

interface MakeOfferDialogProps {
  readonly itemId: string
  readonly name: string
  readonly onClose: () => void
}

/** Makes a link by which people in the same instance take copies of an item. */
export function MakeOfferDialog({ itemId, name, onClose }: MakeOfferDialogProps) {
  const { t } = useTranslation('inventory')
  const [token, setToken] = useState<string | null>(null)
  const offer = useAct(OFFER_ITEM)
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    { name: 'offer-item', mode: 'controlled', initialValues: { seconds: '600' } },
    async ({ seconds }) => {
      const { offerInventoryItem } = await offer.attempt({ input: { itemId, seconds: Number(seconds) } })
      setToken(offerInventoryItem.token)
    },
  )
  return (
    <Dialog title={t('offer.makeTitle', { name })} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Text size="sm">{t('offer.makeText')}</Text>
          <NativeSelect
            label={t('share.seconds')}
            data={DURATIONS.map((value) => ({ value, label: t(`durations.${value}`) }))}
            {...form.getInputProps('seconds')}
          />
          {refusal && <RefusalAlert refusal={refusal} />}
          {token ? (
            <OfferLink token={token} />
          ) : (
            <Group>
              <Button type="submit" loading={isBusy}>
                {t('offer.make')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Dialog>
  )
}

function OfferLink({ token }: { readonly token: string }) {
  const { t } = useTranslation('inventory')
  const router = useRouter()
  const { href } = router.buildLocation({ to: '/inventory', search: { offer: token } })
  const link = new URL(href, location.origin).href
  return (
    <Group align="end" gap="xs">
      <TextInput label={t('offer.link')} flex={1} miw={180} readOnly value={link} />
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? t('offer.copied') : t('offer.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
