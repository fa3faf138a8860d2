import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconArchive, IconArchiveOff, IconBroadcast, IconGift, IconHandGrab, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import type { ConsumeItemMutation, ItemActsFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { useForget } from '../../graph/useForget.ts'
import { CONSUME_ITEM, DELETE_ITEM, EQUIP_ITEM, UNEQUIP_SLOT, UPDATE_ITEM } from './documents.ts'
import { MakeOfferDialog } from './MakeOfferDialog.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import { useItemFilter } from './useInventory.ts'

const ITEM_ACTS = graphql(`
  fragment ItemActs on InventoryItem {
    id
    quantity
    slot
    isArchived
    file {
      id
    }
    template {
      id
      name
      slots
      bundledTemplates {
        id
      }
    }
    viewerCanArchive
    viewerCanConsume
    viewerCanDelete
    viewerCanEquip
    viewerCanShare
  }
`)

interface ItemActsProps {
  readonly item: FragmentType<typeof ITEM_ACTS>
  /** Whether the person is in an instance, where others can take what is offered. */
  readonly isInInstance: boolean
  readonly onClose: () => void
  readonly onConsumed: (result: ConsumeItemMutation) => void
}

/** What can be done with an item. Showing one in a world is left to clients. */
export function ItemActs({ item, isInInstance, onClose, onConsumed }: ItemActsProps) {
  const { t } = useTranslation('inventory')
  const data = getFragmentData(ITEM_ACTS, item)
  const [isSharing, sharing] = useDisclosure()
  const [isOffering, offering] = useDisclosure()
  return (
    <Group gap="xs">
      <EquipButtons data={data} />
      {data.viewerCanConsume && <ConsumeButton data={data} onConsumed={onConsumed} />}
      {data.viewerCanShare && (
        <>
          <Button size="xs" variant="default" leftSection={<IconGift size={16} aria-hidden />} onClick={sharing.open}>
            {t('acts.share')}
          </Button>
          {isInInstance && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconBroadcast size={16} aria-hidden />}
              onClick={offering.open}
            >
              {t('acts.offer')}
            </Button>
          )}
        </>
      )}
      {data.viewerCanArchive && <ArchiveButton data={data} />}
      {data.viewerCanDelete && data.file === null && <DeleteButton data={data} onDeleted={onClose} />}
      {isSharing && <ShareDialog itemId={data.id} name={data.template.name} onClose={sharing.close} />}
      {isOffering && <MakeOfferDialog itemId={data.id} name={data.template.name} onClose={offering.close} />}
    </Group>
  )
}

interface ActProps {
  readonly data: ItemActsFragment
}

function EquipButtons({ data: { id: itemId, slot, template, viewerCanEquip } }: ActProps) {
  const { t } = useTranslation('inventory')
  const filter = useItemFilter()
  const equip = useAct(EQUIP_ITEM)
  const unequip = useAct(UNEQUIP_SLOT)
  if (slot)
    return (
      <Button
        size="xs"
        variant="light"
        loading={unequip.isBusy}
        onClick={() => void unequip.act({ input: { slot }, filter })}
      >
        {t('acts.unequip')}
      </Button>
    )
  return (
    viewerCanEquip &&
    template.slots.map((one) => (
      <Button
        key={one}
        size="xs"
        loading={equip.isBusy}
        onClick={() => void equip.act({ input: { itemId, slot: one }, filter })}
      >
        {t(`acts.equip.${one}`)}
      </Button>
    ))
  )
}

interface ConsumeButtonProps extends ActProps, Pick<ItemActsProps, 'onConsumed'> {}

function ConsumeButton({ data: { id: itemId, template }, onConsumed }: ConsumeButtonProps) {
  const { t } = useTranslation(['inventory', 'common'])
  const filter = useItemFilter()
  const consumption = useAct(CONSUME_ITEM)
  const forget = useForget('InventoryItem')
  const isBundle = template.bundledTemplates.length > 0
  const label = isBundle ? t('acts.open') : t('acts.consume')
  const ask = async () => {
    const texts = { title: t('consume.title', { name: template.name }), text: t('consume.text') }
    if (!(await askFirst({ ...texts, confirm: label, cancel: t('common:cancel') }))) return
    const result = await consumption.act({ input: { itemId }, filter })
    if (!result) return
    if (!result.consumeInventoryItem.item) forget(itemId)
    onConsumed(result)
  }
  return (
    <Button
      size="xs"
      loading={consumption.isBusy}
      leftSection={<IconHandGrab size={16} aria-hidden />}
      onClick={() => void ask()}
    >
      {label}
    </Button>
  )
}

function ArchiveButton({ data: { id: itemId, isArchived } }: ActProps) {
  const { t } = useTranslation('inventory')
  const filter = useItemFilter()
  const update = useAct(UPDATE_ITEM)
  const Icon = isArchived ? IconArchiveOff : IconArchive
  return (
    <Button
      size="xs"
      variant="default"
      loading={update.isBusy}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => void update.act({ input: { itemId, isArchived: !isArchived }, filter })}
    >
      {isArchived ? t('acts.unarchive') : t('acts.archive')}
    </Button>
  )
}

interface DeleteButtonProps extends ActProps {
  readonly onDeleted: () => void
}

function DeleteButton({ data: { id: itemId, quantity, template }, onDeleted }: DeleteButtonProps) {
  const { t } = useTranslation(['inventory', 'common'])
  const filter = useItemFilter()
  const removal = useAct(DELETE_ITEM)
  const forget = useForget('InventoryItem')
  const ask = async () => {
    const texts = { title: t('delete.title', { name: template.name }), text: t('delete.text', { count: quantity }) }
    if (!(await askFirst({ ...texts, confirm: t('acts.delete'), cancel: t('common:cancel') }))) return
    const result = await removal.act({ input: { itemId }, filter })
    if (!result) return
    onDeleted()
    forget(result.deleteInventoryItem.deletedItemId)
    notifications.show({ message: t('delete.done', { name: template.name }) })
  }
  return (
    <Button
      size="xs"
      variant="subtle"
      color="red"
      loading={removal.isBusy}
      leftSection={<IconTrash size={16} aria-hidden />}
      onClick={() => void ask()}
    >
      {t('acts.delete')}
    </Button>
  )
}
