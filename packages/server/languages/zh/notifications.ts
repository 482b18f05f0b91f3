import type * as english from '../en/notifications.ts'
import type { Translation } from '../translation.ts'

type Texts = Translation<typeof english>

const notifications = {
  campaign_approved: ({ name }) => ({
    title: `您的广告活动“${name}”已通过审核`,
    text: '充值后即可开始投放。'
  }),
  campaign_rejected: ({ name, reason }) => ({
    title: `您的广告活动“${name}”未通过审核`,
    text: `${reason}\n\n修改后将重新审核。`
  }),
  campaign_page_changed: ({ name, reason, page }) => ({
    title: `您的广告活动“${name}”正在重新审核`,
    text: `${reason}现在的页面是 ${page}\n\n在运营人员审核之前，不会展示该广告活动的广告。`
  }),
  campaign_out_of_funds: ({ name }) => ({
    title: `您的广告活动“${name}”余额已用完`,
    text: '充值后将继续投放。'
  }),
  campaign_low_funds: ({ name }) => ({
    title: `您的广告活动“${name}”余额不足`,
    text: '剩余资金不够使用一天。'
  }),
  account_low_funds: ({ money, need }) => ({
    title: '您的账户余额不足',
    text: `从账户自动充值的广告活动一天需要 ${need}，而您的余额为 ${money}。请充值以继续投放。`
  }),
  unit_verified: ({ name }) => ({
    title: `${name} 已通过验证`,
    text: '该网站的广告位现在可以展示广告并获得收益。'
  }),
  unit_rejected: ({ name, reason }) => ({ title: `${name} 未通过审核`, text: reason }),
  unit_unhealthy: ({ name, reason }) => ({ title: `“${name}”需要您的关注`, text: reason }),
  deposit_seen: ({ money, seen, required }) => ({
    title: `一笔 ${money} 的充值正在等待确认`,
    text: `已有 ${seen} 次确认，共需 ${required} 次。`
  }),
  deposit_credited: ({ money }) => ({
    title: `一笔 ${money} 的充值已到账`,
    text: '款项已计入您的余额。'
  }),
  deposit_reversed: ({ money }) => ({
    title: `${money} 的充值已被撤销`,
    text: '区块链撤销了该交易。如果交易再次得到确认，款项将重新入账。'
  }),
  withdrawal_sent: ({ money, reference }) => ({
    title: `您的 ${money} 提现已发出`,
    text: `交易编号：${reference}`
  }),
  withdrawal_failed: ({ money, reason }) => ({
    title: `您的 ${money} 提现失败`,
    text: `${reason}\n\n款项已退回您的余额。`
  }),
  automatic_payout_failed: ({ money, reason, address }) => ({
    title: `您的 ${money} 自动提现失败`,
    text: `收款地址为 ${address}。${reason}。\n\n款项在您的余额中。系统每天重试一次。在持续失败期间，不会再次通知您。`
  }),
  earnings_held: ({ name, reason }) => ({
    title: `“${name}”的收益已被冻结`,
    text: `${reason}\n\n在运营人员作出决定之前，收益将保留在该广告位中。`
  }),
  earnings_released: ({ name }) => ({
    title: `“${name}”的收益已解冻`,
    text: '收益将照常变为可用。'
  }),
  earnings_taken_back: ({ name, money, reason }) => ({
    title: `“${name}”的收益中有 ${money} 已退还给广告主`,
    text: reason
  }),
  charge_returned: ({ money, reason }) => ({
    title: `${money} 已退还到您的余额`,
    text: `这笔款项是对不应计入的展示收取的：${reason}`
  }),
  offer_approved: ({ name }) => ({
    title: `您的服务“${name}”已通过审核`,
    text: '该服务已在市场上架，可以接受订单。'
  }),
  offer_rejected: ({ name, reason }) => ({
    title: `您的服务“${name}”未通过审核`,
    text: `${reason}\n\n修改后将重新审核。`
  }),
  order_placed: ({ name }) => ({
    title: `您收到了“${name}”的订单`,
    text: '请在五天内接受或拒绝该订单。'
  }),
  order_accepted: ({ name }) => ({
    title: `“${name}”的订单已被接受`,
    text: '发布后我们会通知您。'
  }),
  order_declined: ({ name, reason }) => ({
    title: `“${name}”的订单已被拒绝`,
    text: `${reason}\n\n款项已退回您的余额。`
  }),
  order_cancelled: ({ name }) => ({
    title: `“${name}”的订单已取消`,
    text: '广告主在您接受之前取消了该订单。'
  }),
  order_expired: ({ name }) => ({
    title: `“${name}”的订单已过期`,
    text: '媒体未能按时回复或发布。款项已退回广告主的余额。'
  }),
  order_published: ({ name }) => ({
    title: `“${name}”已发布`,
    text: '请查看发布内容。七天后将自动确认。'
  }),
  order_link_lost: ({ name, target, page }) => ({
    title: `“${name}”中的链接丢失`,
    text: `指向 ${target} 的链接连续两天未在 ${page} 上找到。链接恢复之前付款暂停，广告主可以对该订单提出争议。如果到最后一个付款日仍未恢复，将由运营人员裁定。`
  }),
  order_link_back: ({ name }) => ({
    title: `“${name}”中的链接已恢复`,
    text: '付款将继续。'
  }),
  order_disputed: ({ name, reason }) => ({
    title: `“${name}”的订单有争议`,
    text: reason
  }),
  order_refunded: ({ name, reason }) => ({
    title: `“${name}”的订单已退款`,
    text: `${reason}\n\n尚未支付给媒体的部分已退回广告主的余额。`
  }),
  order_completed: ({ name }) => ({
    title: `“${name}”的订单已完成`,
    text: '感谢您的合作。'
  }),
  new_sign_in: ({ browser }) => ({
    title: '您的账户有新的登录',
    text: `有人使用 ${browser} 登录。如果不是您本人操作，请结束该会话并获取新的账户码。`
  }),
  account_suspended: ({ reason }) => ({
    title: '您的账户已被暂停',
    text: `${reason}\n\n您的广告和广告位不再展示，提现将等待处理。您仍可登录、查看所有内容，并在聊天中联系运营人员。您的资金不受影响。`
  }),
  suspension_lifted: () => ({
    title: '您的账户已恢复',
    text: '您的广告活动和广告位将照常运行，提现也会照常支付。'
  }),
  account_frozen: ({ reason }) => ({
    title: '您账户的提现已被冻结',
    text: `${reason}\n\n资金不会离开您的账户：已申请的提现和自动提现将等待处理，您也无法申请新的提现或在市场下单。已签名的提现仍会发送。其他功能照常运行，您的资金保留在账户中。`
  }),
  freeze_lifted: () => ({
    title: '您账户的提现已解除冻结',
    text: '等待中的提现将会支付，自动提现也会继续。'
  }),
  account_viewed: ({ reason }) => ({
    title: '运营人员查看了您的账户',
    text: `${reason}\n\n运营人员最多在30分钟内看到您所看到的内容，且无法做任何更改。`
  }),
  member_invited: ({ account }) => ({
    title: `${account} 邀请您查看其账户`,
    text: '您将看到对方所看到的内容，但无法更改任何内容。请在设置的“Team”中接受或拒绝邀请。'
  }),
  member_accepted: ({ member }) => ({
    title: `${member} 已接受您的邀请`,
    text: '对方现在可以查看您的账户，但无法更改任何内容。您可以在设置的“Team”中将其移除。'
  }),
  announcement: ({ header, content }) => ({ title: header, text: content })
} satisfies Texts['notifications']

const causes = {
  no_requests:
    '已有一天没有页面展示该广告位的广告。请检查代码是否仍在您的页面上，以及页面上是否显示广告。',
  never_in_view:
    '该广告位的广告有请求，但最近一天没有任何广告在可见区域停留满一秒。请检查广告位在您页面上的位置。',
  unusual_views:
    '该广告位的展示与其他广告位不同，因此在付款之前将由运营人员审核。您无需进行任何操作。如果您知道原因，例如促销活动或页面改动，请在聊天中告诉我们。',
  own_address: '该地址属于本网络自身',
  invoice_expired: '发票在付款前已过期',
  no_way: '发票的付款未能送达',
  address_unpayable: '无法从 Lightning 地址获取新发票',
  page_host: '其链接现在指向的网站与审核通过的不同。',
  page_text: '其链接页面现在的文字与审核通过的不同。',
  page_refresh: '其链接页面现在会将访问者转到另一个网站。',
  page_script: '其链接页面上的脚本现在会将访问者转到另一个网站。',
  page_frame: '其链接页面现在在框架中显示另一个网站。',
  page_agent: '其链接页面会将不同的浏览器引向不同的网站。',
  link_missing: ({ day }) => `自${day}起，发布内容中缺少该链接。`
} satisfies Texts['causes']

const browsers = {
  browserOn: ({ browser, system }) => `${system} 上的 ${browser}`,
  unknown: '未知浏览器'
} satisfies Texts['browsers']

export const texts = { notifications, causes, browsers }
