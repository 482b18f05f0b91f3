import type * as english from '../en/account-emails.ts'
import { isolated } from '../isolated.ts'
import { paragraphs } from '../paragraphs.ts'
import { plural } from '../plural.ts'
import type { Translation } from '../translation.ts'

type Texts = Translation<typeof english>

const mails = {
  accessCode: ({ network, code, page, link }) => ({
    subject: `رمز الدخول إلى ${network}: ${isolated(code)}`,
    text: paragraphs(
      `رمز الدخول: ${isolated(code)}`,
      `يُستخدم الرمز مرة واحدة خلال 10 دقائق، في المتصفح الذي طلبتموه منه:\n${page}`,
      link && `يؤكد هذا الرابط عنوانكم في أي متصفح، وهو صالح ليوم واحد: ${link}`,
      'إن لم تطلبوا هذا الرمز، فيمكنكم تجاهل هذه الرسالة: لا يستطيع أحد تسجيل الدخول من دون الرمز.'
    )
  }),
  noAccount: ({ network, page }) => ({
    subject: `لا يوجد حساب في ${network} بهذا العنوان`,
    text: paragraphs(
      `طلب شخص، ربما أنتم، رمز دخول إلى ${network} لهذا العنوان. لا يوجد حساب بهذا العنوان حتى الآن.`,
      `يمكنكم إنشاء حساب هنا: ${page}`,
      'إن لم تكونوا أنتم، فيمكنكم تجاهل هذه الرسالة.'
    )
  }),
  stepUpCode: ({ network, code }) => ({
    subject: `${isolated(code)} رمز لتأكيد هويتكم`,
    text: paragraphs(
      `الرمز: ${isolated(code)}`,
      `يؤكد هذا الرمز ما تقومون به الآن في ${network}. يُستخدم مرة واحدة خلال 10 دقائق، في نافذة المتصفح التي طلبتموه منها.`,
      'إن لم تطلبوا هذا الرمز، فهناك شخص آخر سجّل الدخول إلى حسابكم. أنهوا تلك الجلسة من الإعدادات واحصلوا على رمز حساب جديد.'
    )
  }),
  oldAddress: ({ link }) => ({
    subject: 'يُرجى تأكيد تغيير عنوان بريدكم الإلكتروني',
    text: paragraphs(
      `طلب شخص مسجّل الدخول إلى حسابكم تغيير عنوان البريد الإلكتروني. إن كنتم أنتم، فأكدوا التغيير هنا: ${link}`,
      'إن لم تكونوا أنتم، فلا تستخدموا الرابط، ولن يتغير عنوانكم. أنهوا الجلسة من الإعدادات واحصلوا على رمز حساب جديد.'
    )
  }),
  newAddress: ({ network, link }) => ({
    subject: `يُرجى تأكيد عنوان البريد الإلكتروني الجديد لحسابكم في ${network}`,
    text: paragraphs(
      `يُرجى تأكيد أن هذا هو عنوان البريد الإلكتروني الجديد لحسابكم: ${link}`,
      'الرابط صالح ليوم واحد، في متصفح مسجّل الدخول إلى ذلك الحساب. إن لم تطلبوا ذلك، فيمكنكم تجاهل هذه الرسالة: لا يستطيع أحد استخدام عنوانكم من دون تأكيدكم.'
    )
  }),
  takenAddress: ({ network }) => ({
    subject: `يُرجى تأكيد عنوان البريد الإلكتروني الجديد لحسابكم في ${network}`,
    text: 'أراد شخص استخدام هذا العنوان لحساب آخر. يوجد حساب بهذا العنوان بالفعل، ولذلك لم يتغير شيء. إن كنتم أنتم، فسجّلوا الدخول بهذا العنوان.'
  }),
  payoutAddress: it => ({
    subject: `عنوان جديد لعمليات السحب الخاصة بكم بعملة ${isolated(it.token)}`,
    text: paragraphs(
      `يمكن لحسابكم من الآن إرسال ${isolated(it.token)} إلى هذا العنوان:`,
      it.address,
      it.usableFrom === null
        ? 'هذا أول عنوان لحسابكم، ولذلك تُرسل عمليات السحب إليه فورًا.'
        : `هذا العنوان جديد، ولذلك لا يُرسل إليه شيء قبل ${isolated(it.usableFrom)}. وحتى ذلك الحين يمكنكم إلغاء عمليات السحب إليه.`,
      `عمليات السحب الخاصة بكم: ${it.withdrawals}`,
      `إن لم تكونوا أنتم، فألغوا عمليات السحب المعلّقة، ثم أنهوا الجلسات الأخرى واحصلوا على رمز حساب جديد: ${it.settings}`
    )
  }),
  supportReply: ({ count, earlier, replies, page }) => ({
    subject: plural('ar', count, {
      one: 'لديكم رد جديد من الدعم',
      two: 'لديكم ردّان جديدان من الدعم',
      few: `لديكم ${count} ردود جديدة من الدعم`,
      many: `لديكم ${count} ردًّا جديدًا من الدعم`,
      other: `لديكم ${count} رد جديد من الدعم`
    }),
    text: paragraphs(
      'ردّ عليكم الدعم أثناء غيابكم:',
      replies,
      earlier === 0
        ? null
        : plural('ar', earlier, {
            one: '  … ورد أقدم واحد.',
            two: '  … وردّان أقدم.',
            few: `  … و${earlier} ردود أقدم.`,
            many: `  … و${earlier} ردًّا أقدم.`,
            other: `  … و${earlier} رد أقدم.`
          }),
      `يمكنكم القراءة والرد هنا: ${page}`,
      'لن تصلكم سوى رسالة واحدة كهذه إلى حين عودتكم.'
    )
  }),
  report: ({ name, days, billable, clicked, money, rows }) => ({
    subject: `تقرير: ${name}`,
    text: paragraphs(
      `تقريركم ${name} عن ${days} (UTC):`,
      [`مرات الظهور المحتسبة: ${billable}`, `النقرات: ${clicked}`, money && `المبلغ: ${money}`]
        .filter(Boolean)
        .join('\n'),
      rows && `الصفوف الأولى، مع مرات الظهور المحتسبة والنقرات والمبلغ:\n${rows}`,
      'التقرير الكامل في هذه الصفحة بعد تسجيل الدخول:'
    )
  }),
  picture: '[صورة]'
} satisfies Texts['mails']

const frame = {
  unsubscribe: ({ link }) => `إلغاء الاشتراك في هذه الرسائل: ${link}`,
  repeatedMail: 'ربما وصلتكم هذه الرسالة من قبل: توقف خادمنا أثناء إرسالها.',
  repeatedMessage: '(ربما وصلتكم هذه الرسالة من قبل.)',
  checkpoint: ({ lines, page }) =>
    paragraphs(
      `احتفظوا بهذه الأسطر الثلاثة: فهي دليل إذا عُدّل أي خصم في سجلنا العام بعد هذه الرسالة ( ${page} ).`,
      lines
    )
} satisfies Texts['frame']

const bot = {
  linked: ({ network }) => `ستصلكم إشعارات ${network} هنا. أرسلوا /stop لإيقافها.`,
  linkEnded: 'لم يعد هذا الرابط صالحًا. احصلوا على رابط جديد من الإعدادات.',
  stopped: 'لن تصلكم إشعارات هنا بعد الآن.',
  unlinked: ({ page }) => `اربطوا حسابكم من الإعدادات: ${page}`
} satisfies Texts['bot']

export const texts = { mails, frame, bot }
