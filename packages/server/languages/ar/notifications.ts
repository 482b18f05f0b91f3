import type * as english from '../en/notifications.ts'
import { isolated } from '../isolated.ts'
import type { Translation } from '../translation.ts'

type Texts = Translation<typeof english>

const notifications = {
  campaign_approved: ({ name }) => ({
    title: `تمت الموافقة على حملتكم «${isolated(name)}»`,
    text: 'ستبدأ الحملة فور تمويلها.'
  }),
  campaign_rejected: ({ name, reason }) => ({
    title: `رُفضت حملتكم «${isolated(name)}»`,
    text: `${reason}\n\nعدّلوا الحملة لتُراجَع من جديد.`
  }),
  campaign_page_changed: ({ name, reason, page }) => ({
    title: `تُراجَع حملتكم «${isolated(name)}» من جديد`,
    text: `${reason} الصفحة الآن هي ${isolated(page)}\n\nلن تُعرض إعلانات هذه الحملة حتى يراجعها أحد المشغّلين.`
  }),
  campaign_out_of_funds: ({ name }) => ({
    title: `نفد رصيد حملتكم «${isolated(name)}»`,
    text: 'ستُستأنف الحملة فور إضافة رصيد إليها.'
  }),
  campaign_low_funds: ({ name }) => ({
    title: `رصيد حملتكم «${isolated(name)}» منخفض`,
    text: 'لن يكفي الرصيد المتبقي ليوم كامل.'
  }),
  account_low_funds: ({ money, need }) => ({
    title: 'رصيد حسابكم منخفض',
    text: `تحتاج الحملات الممولة تلقائيًا من حسابكم إلى ${isolated(need)} ليوم واحد، ورصيدكم ${isolated(money)}. أودعوا مبلغًا لتستمر الحملات.`
  }),
  unit_verified: ({ name }) => ({
    title: `تم التحقق من ${isolated(name)}`,
    text: 'يمكن الآن للوحدات الإعلانية في هذا الموقع عرض الإعلانات وتحقيق الأرباح.'
  }),
  unit_rejected: ({ name, reason }) => ({ title: `رُفض الموقع ${isolated(name)}`, text: reason }),
  unit_unhealthy: ({ name, reason }) => ({
    title: `الوحدة «${isolated(name)}» تحتاج إلى انتباهكم`,
    text: reason
  }),
  deposit_seen: ({ money, seen, required }) => ({
    title: `إيداع بمبلغ ${isolated(money)} قيد الانتظار`,
    text: `عدد التأكيدات: ${seen} من ${required}.`
  }),
  deposit_credited: ({ money }) => ({
    title: `أُضيف إيداع بمبلغ ${isolated(money)}`,
    text: 'المبلغ متاح في رصيدكم.'
  }),
  deposit_reversed: ({ money }) => ({
    title: `أُلغي الإيداع بمبلغ ${isolated(money)}`,
    text: 'ألغت سلسلة الكتل المعاملة. سيُضاف المبلغ مرة أخرى إذا تأكدت المعاملة من جديد.'
  }),
  withdrawal_sent: ({ money, reference }) => ({
    title: `أُرسل السحب الخاص بكم بمبلغ ${isolated(money)}`,
    text: `رقم المعاملة: ${isolated(reference)}`
  }),
  withdrawal_failed: ({ money, reason }) => ({
    title: `تعذّر السحب الخاص بكم بمبلغ ${isolated(money)}`,
    text: `${reason}\n\nأُعيد المبلغ إلى رصيدكم.`
  }),
  automatic_payout_failed: ({ money, reason, address }) => ({
    title: `تعذّر السحب التلقائي الخاص بكم بمبلغ ${isolated(money)}`,
    text: `كان إلى ${isolated(address)}. ${reason}.\n\nالمبلغ موجود في رصيدكم. تُعاد المحاولة مرة واحدة في اليوم. ولن تُبلَّغوا مجددًا ما دام السحب متعذرًا.`
  }),
  earnings_held: ({ name, reason }) => ({
    title: `أرباح «${isolated(name)}» معلّقة`,
    text: `${reason}\n\nتبقى الأرباح في الوحدة الإعلانية إلى أن يتخذ أحد المشغّلين قرارًا بشأنها.`
  }),
  earnings_released: ({ name }) => ({
    title: `أُفرج عن أرباح «${isolated(name)}»`,
    text: 'ستصبح متاحة كالمعتاد.'
  }),
  earnings_taken_back: ({ name, money, reason }) => ({
    title: `أُعيد إلى المعلنين مبلغ ${isolated(money)} من أرباح «${isolated(name)}»`,
    text: reason
  }),
  charge_returned: ({ money, reason }) => ({
    title: `أُعيد مبلغ ${isolated(money)} إلى رصيدكم`,
    text: `كان هذا المبلغ قد خُصم مقابل مشاهدات ما كان ينبغي احتسابها: ${isolated(reason)}`
  }),
  offer_approved: ({ name }) => ({
    title: `تمت الموافقة على عرضكم «${isolated(name)}»`,
    text: 'العرض متاح الآن في السوق ويمكن طلبه.'
  }),
  offer_rejected: ({ name, reason }) => ({
    title: `رُفض عرضكم «${isolated(name)}»`,
    text: `${reason}\n\nعدّلوا العرض ليُراجَع من جديد.`
  }),
  order_placed: ({ name }) => ({
    title: `وصلكم طلب على «${isolated(name)}»`,
    text: 'يُرجى قبول الطلب أو رفضه خلال خمسة أيام.'
  }),
  order_accepted: ({ name }) => ({
    title: `قُبل طلبكم «${isolated(name)}»`,
    text: 'سنُعلمكم عند النشر.'
  }),
  order_declined: ({ name, reason }) => ({
    title: `رُفض طلبكم «${isolated(name)}»`,
    text: `${reason}\n\nأُعيد المبلغ إلى رصيدكم.`
  }),
  order_cancelled: ({ name }) => ({
    title: `أُلغي الطلب «${isolated(name)}»`,
    text: 'ألغى المعلن الطلب قبل أن تقبلوه.'
  }),
  order_expired: ({ name }) => ({
    title: `انتهت مهلة الطلب «${isolated(name)}»`,
    text: 'لم يردّ الناشر أو لم ينشر في الوقت المحدد. أُعيد المبلغ إلى رصيد المعلن.'
  }),
  order_published: ({ name }) => ({
    title: `نُشر «${isolated(name)}»`,
    text: 'يُرجى مراجعة المنشور. سيُؤكَّد تلقائيًا بعد سبعة أيام.'
  }),
  order_link_lost: ({ name, target, page }) => ({
    title: `الرابط مفقود في «${isolated(name)}»`,
    text: `لم يُعثر على الرابط المؤدي إلى ${target} في الصفحة ${page} على مدى يومين. المدفوعات متوقفة إلى حين عودته، ويمكن للمعلن الاعتراض على الطلب. وإذا ظل مفقودًا في آخر يوم دفع، فسيتخذ أحد المشغّلين القرار.`
  }),
  order_link_back: ({ name }) => ({
    title: `عاد الرابط في «${isolated(name)}»`,
    text: 'ستستمر المدفوعات.'
  }),
  order_disputed: ({ name, reason }) => ({
    title: `قُدّم اعتراض على الطلب «${isolated(name)}»`,
    text: reason
  }),
  order_refunded: ({ name, reason }) => ({
    title: `رُدّ مبلغ الطلب «${isolated(name)}»`,
    text: `${reason}\n\nأُعيد الجزء الذي لم يُدفع للناشر إلى رصيد المعلن.`
  }),
  order_completed: ({ name }) => ({
    title: `اكتمل الطلب «${isolated(name)}»`,
    text: 'شكرًا لكم.'
  }),
  new_sign_in: ({ browser }) => ({
    title: 'تسجيل دخول جديد إلى حسابكم',
    text: `سجّل شخص الدخول باستخدام ${isolated(browser)}. إن لم تكونوا أنتم، فأنهوا هذه الجلسة واحصلوا على رمز حساب جديد.`
  }),
  account_suspended: ({ reason }) => ({
    title: 'عُلّق حسابكم',
    text: `${reason}\n\nلا تُعرض إعلاناتكم ولا وحداتكم الإعلانية، وتبقى عمليات السحب معلّقة. يمكنكم تسجيل الدخول والاطلاع على كل شيء ومراسلة المشغّلين في المحادثة. لا تتأثر أموالكم.`
  }),
  suspension_lifted: () => ({
    title: 'لم يعد حسابكم معلّقًا',
    text: 'تعود حملاتكم ووحداتكم الإعلانية إلى العمل كما كانت، وتُدفع عمليات السحب.'
  }),
  account_frozen: ({ reason }) => ({
    title: 'جُمّدت عمليات السحب من حسابكم',
    text: `${reason}\n\nلا تغادر أي أموال حسابكم: تبقى عمليات السحب المطلوبة والتلقائية معلّقة، ولا يمكنكم طلب عمليات سحب جديدة أو تقديم طلبات في السوق. أما السحب الموقّع مسبقًا فيُرسل. ويستمر كل ما عدا ذلك، وتبقى أموالكم في حسابكم.`
  }),
  freeze_lifted: () => ({
    title: 'لم تعد عمليات السحب من حسابكم مجمّدة',
    text: 'تُدفع عمليات السحب المعلّقة، وتستمر عمليات السحب التلقائية.'
  }),
  account_viewed: ({ reason }) => ({
    title: 'اطّلع أحد المشغّلين على حسابكم',
    text: `${reason}\n\nرأى ما ترونه لمدة 30 دقيقة على الأكثر ولم يكن بإمكانه تغيير أي شيء.`
  }),
  member_invited: ({ account }) => ({
    title: `دعاك ${account} إلى الاطلاع على حسابه`,
    text: 'سترى ما يراه هذا الحساب دون أن تتمكن من تغيير أي شيء. يمكنك قبول الدعوة أو رفضها في الإعدادات، ضمن «Team».'
  }),
  member_accepted: ({ member }) => ({
    title: `قبل ${member} دعوتك`,
    text: 'يمكنه الآن الاطلاع على حسابك دون تغيير أي شيء. يمكنك إزالته في الإعدادات، ضمن «Team».'
  }),
  announcement: ({ header, content }) => ({ title: header, text: content })
} satisfies Texts['notifications']

const causes = {
  no_requests:
    'لم تعرض أي صفحة إعلانات هذه الوحدة منذ يوم. يُرجى التحقق من أن الشيفرة ما زالت في صفحتكم ومن ظهور إعلانات فيها.',
  never_in_view:
    'تُطلب إعلانات لهذه الوحدة، لكن أيًّا منها لم يظهر على الشاشة لمدة ثانية خلال اليوم الأخير. يُرجى التحقق من مكان ظهور الوحدة في صفحتكم.',
  unusual_views:
    'تختلف مشاهدات هذه الوحدة الإعلانية عن مشاهدات الوحدات الأخرى، ولذلك يراجعها أحد المشغّلين قبل دفع الأرباح. لا يلزمكم القيام بأي شيء. إن كنتم تعرفون السبب، مثل حملة ترويجية أو تغيير في الصفحة، فأخبرونا في المحادثة.',
  own_address: 'هذا العنوان تابع للشبكة نفسها',
  invoice_expired: 'انتهت صلاحية الفاتورة قبل دفعها',
  no_way: 'لم تصل أي دفعة للفاتورة',
  address_unpayable: 'تعذر الحصول على فاتورة جديدة من عنوان Lightning',
  page_host: 'يؤدي رابطها الآن إلى موقع غير الموقع الذي تمت الموافقة عليه.',
  page_text: 'أصبح نص الصفحة التي يؤدي إليها رابطها مختلفًا عن النص الذي تمت الموافقة عليه.',
  page_refresh: 'تحوّل الصفحة التي يؤدي إليها رابطها الزوار الآن إلى موقع آخر.',
  page_script: 'يحوّل برنامج نصي في الصفحة التي يؤدي إليها رابطها الزوار الآن إلى موقع آخر.',
  page_frame: 'تعرض الصفحة التي يؤدي إليها رابطها الآن موقعًا آخر داخل إطار.',
  page_agent: 'توجّه الصفحة التي يؤدي إليها رابطها المتصفحات المختلفة إلى مواقع مختلفة.',
  link_missing: ({ day }) => `الرابط مفقود من المنشور منذ ${day}.`
} satisfies Texts['causes']

const browsers = {
  browserOn: ({ browser, system }) => `${browser} على ${system}`,
  unknown: 'متصفح غير معروف'
} satisfies Texts['browsers']

export const texts = { notifications, causes, browsers }
