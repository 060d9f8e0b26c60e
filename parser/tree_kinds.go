package parser

// kind says what a flat node is: a rule of the grammar (by kindNames), a token, or an error.
type kind uint16

const (
	kDrop  kind = iota // left out of the flat tree
	kToken             // an operator, a keyword or a mark: its text tells which
	kError             // text that the grammar could not fit in
	kOther             // a rule that lowering does not ask for by name
	kIdentifier
	kTypeIdentifier
	kFieldIdentifier
	kNamespaceIdentifier
	kStatementIdentifier
	kTranslationUnit
	kFunctionDefinition
	kDeclaration
	kTypeDefinition
	kLinkageSpecification
	kAttributeSpecifier
	kAttributeDeclaration
	kMsDeclspecModifier
	kDeclarationList
	kParenthesizedDeclarator
	kAbstractParenthesizedDeclarator
	kAttributedDeclarator
	kPointerDeclarator
	kPointerTypeDeclarator
	kAbstractPointerDeclarator
	kFunctionDeclarator
	kAbstractFunctionDeclarator
	kArrayDeclarator
	kAbstractArrayDeclarator
	kInitDeclarator
	kCompoundStatement
	kStorageClassSpecifier
	kTypeQualifier
	kAlignasQualifier
	kSizedTypeSpecifier
	kPrimitiveType
	kEnumSpecifier
	kStructSpecifier
	kUnionSpecifier
	kClassSpecifier
	kFieldDeclaration
	kBitfieldClause
	kEnumerator
	kParameterDeclaration
	kAttributedStatement
	kLabeledStatement
	kExpressionStatement
	kIfStatement
	kElseClause
	kSwitchStatement
	kCaseStatement
	kWhileStatement
	kDoStatement
	kForStatement
	kReturnStatement
	kBreakStatement
	kContinueStatement
	kGotoStatement
	kCommaExpression
	kConditionalExpression
	kAssignmentExpression
	kPointerExpression
	kUnaryExpression
	kBinaryExpression
	kUpdateExpression
	kCastExpression
	kTypeDescriptor
	kSizeofExpression
	kAlignofExpression
	kOffsetofExpression
	kSubscriptExpression
	kCallExpression
	kArgumentList
	kFieldExpression
	kCompoundLiteralExpression
	kParenthesizedExpression
	kInitializerList
	kInitializerPair
	kCharLiteral
	kConcatenatedString
	kStringLiteral
	kRawStringLiteral
	kNull
	kTrue
	kFalse
	kNumberLiteral
	kPlaceholderTypeSpecifier
	kAuto
	kDecltype
	kVirtual
	kBaseClassClause
	kDependentType
	kTemplateDeclaration
	kTemplateInstantiation
	kTemplateParameterList
	kTypeParameterDeclaration
	kVariadicTypeParameterDeclaration
	kOptionalTypeParameterDeclaration
	kTemplateTemplateParameterDeclaration
	kOptionalParameterDeclaration
	kVariadicParameterDeclaration
	kVariadicDeclarator
	kReferenceDeclarator
	kAbstractReferenceDeclarator
	kOperatorCast
	kFieldInitializerList
	kFieldInitializer
	kDefaultMethodClause
	kDeleteMethodClause
	kPureVirtualClause
	kFriendDeclaration
	kAccessSpecifier
	kStructuredBindingDeclarator
	kTrailingReturnType
	kTemplateType
	kTemplateMethod
	kTemplateFunction
	kNamespaceDefinition
	kNamespaceAliasDefinition
	kNestedNamespaceSpecifier
	kUsingDeclaration
	kAliasDeclaration
	kStaticAssertDeclaration
	kConceptDefinition
	kForRangeLoop
	kThrowStatement
	kTryStatement
	kCatchClause
	kSubscriptArgumentList
	kNewExpression
	kNewDeclarator
	kDeleteExpression
	kRequiresClause
	kRequiresExpression
	kLambdaExpression
	kLambdaDefaultCapture
	kFoldExpression
	kParameterPackExpansion
	kDestructorName
	kDependentName
	kQualifiedIdentifier
	kOperatorName
	kUserDefinedLiteral
	kThis
	kPreprocCall
	kPreprocDef
)

// kindNames are the grammar's names of the kinds.
var kindNames = [...]string{
	kIdentifier:                           "identifier",
	kTypeIdentifier:                       "type_identifier",
	kFieldIdentifier:                      "field_identifier",
	kNamespaceIdentifier:                  "namespace_identifier",
	kStatementIdentifier:                  "statement_identifier",
	kTranslationUnit:                      "translation_unit",
	kFunctionDefinition:                   "function_definition",
	kDeclaration:                          "declaration",
	kTypeDefinition:                       "type_definition",
	kLinkageSpecification:                 "linkage_specification",
	kAttributeSpecifier:                   "attribute_specifier",
	kAttributeDeclaration:                 "attribute_declaration",
	kMsDeclspecModifier:                   "ms_declspec_modifier",
	kDeclarationList:                      "declaration_list",
	kParenthesizedDeclarator:              "parenthesized_declarator",
	kAbstractParenthesizedDeclarator:      "abstract_parenthesized_declarator",
	kAttributedDeclarator:                 "attributed_declarator",
	kPointerDeclarator:                    "pointer_declarator",
	kPointerTypeDeclarator:                "pointer_type_declarator",
	kAbstractPointerDeclarator:            "abstract_pointer_declarator",
	kFunctionDeclarator:                   "function_declarator",
	kAbstractFunctionDeclarator:           "abstract_function_declarator",
	kArrayDeclarator:                      "array_declarator",
	kAbstractArrayDeclarator:              "abstract_array_declarator",
	kInitDeclarator:                       "init_declarator",
	kCompoundStatement:                    "compound_statement",
	kStorageClassSpecifier:                "storage_class_specifier",
	kTypeQualifier:                        "type_qualifier",
	kAlignasQualifier:                     "alignas_qualifier",
	kSizedTypeSpecifier:                   "sized_type_specifier",
	kPrimitiveType:                        "primitive_type",
	kEnumSpecifier:                        "enum_specifier",
	kStructSpecifier:                      "struct_specifier",
	kUnionSpecifier:                       "union_specifier",
	kClassSpecifier:                       "class_specifier",
	kFieldDeclaration:                     "field_declaration",
	kBitfieldClause:                       "bitfield_clause",
	kEnumerator:                           "enumerator",
	kParameterDeclaration:                 "parameter_declaration",
	kAttributedStatement:                  "attributed_statement",
	kLabeledStatement:                     "labeled_statement",
	kExpressionStatement:                  "expression_statement",
	kIfStatement:                          "if_statement",
	kElseClause:                           "else_clause",
	kSwitchStatement:                      "switch_statement",
	kCaseStatement:                        "case_statement",
	kWhileStatement:                       "while_statement",
	kDoStatement:                          "do_statement",
	kForStatement:                         "for_statement",
	kReturnStatement:                      "return_statement",
	kBreakStatement:                       "break_statement",
	kContinueStatement:                    "continue_statement",
	kGotoStatement:                        "goto_statement",
	kCommaExpression:                      "comma_expression",
	kConditionalExpression:                "conditional_expression",
	kAssignmentExpression:                 "assignment_expression",
	kPointerExpression:                    "pointer_expression",
	kUnaryExpression:                      "unary_expression",
	kBinaryExpression:                     "binary_expression",
	kUpdateExpression:                     "update_expression",
	kCastExpression:                       "cast_expression",
	kTypeDescriptor:                       "type_descriptor",
	kSizeofExpression:                     "sizeof_expression",
	kAlignofExpression:                    "alignof_expression",
	kOffsetofExpression:                   "offsetof_expression",
	kSubscriptExpression:                  "subscript_expression",
	kCallExpression:                       "call_expression",
	kArgumentList:                         "argument_list",
	kFieldExpression:                      "field_expression",
	kCompoundLiteralExpression:            "compound_literal_expression",
	kParenthesizedExpression:              "parenthesized_expression",
	kInitializerList:                      "initializer_list",
	kInitializerPair:                      "initializer_pair",
	kCharLiteral:                          "char_literal",
	kConcatenatedString:                   "concatenated_string",
	kStringLiteral:                        "string_literal",
	kRawStringLiteral:                     "raw_string_literal",
	kNull:                                 "null",
	kTrue:                                 "true",
	kFalse:                                "false",
	kNumberLiteral:                        "number_literal",
	kPlaceholderTypeSpecifier:             "placeholder_type_specifier",
	kAuto:                                 "auto",
	kDecltype:                             "decltype",
	kVirtual:                              "virtual",
	kBaseClassClause:                      "base_class_clause",
	kDependentType:                        "dependent_type",
	kTemplateDeclaration:                  "template_declaration",
	kTemplateInstantiation:                "template_instantiation",
	kTemplateParameterList:                "template_parameter_list",
	kTypeParameterDeclaration:             "type_parameter_declaration",
	kVariadicTypeParameterDeclaration:     "variadic_type_parameter_declaration",
	kOptionalTypeParameterDeclaration:     "optional_type_parameter_declaration",
	kTemplateTemplateParameterDeclaration: "template_template_parameter_declaration",
	kOptionalParameterDeclaration:         "optional_parameter_declaration",
	kVariadicParameterDeclaration:         "variadic_parameter_declaration",
	kVariadicDeclarator:                   "variadic_declarator",
	kReferenceDeclarator:                  "reference_declarator",
	kAbstractReferenceDeclarator:          "abstract_reference_declarator",
	kOperatorCast:                         "operator_cast",
	kFieldInitializerList:                 "field_initializer_list",
	kFieldInitializer:                     "field_initializer",
	kDefaultMethodClause:                  "default_method_clause",
	kDeleteMethodClause:                   "delete_method_clause",
	kPureVirtualClause:                    "pure_virtual_clause",
	kFriendDeclaration:                    "friend_declaration",
	kAccessSpecifier:                      "access_specifier",
	kStructuredBindingDeclarator:          "structured_binding_declarator",
	kTrailingReturnType:                   "trailing_return_type",
	kTemplateType:                         "template_type",
	kTemplateMethod:                       "template_method",
	kTemplateFunction:                     "template_function",
	kNamespaceDefinition:                  "namespace_definition",
	kNamespaceAliasDefinition:             "namespace_alias_definition",
	kNestedNamespaceSpecifier:             "nested_namespace_specifier",
	kUsingDeclaration:                     "using_declaration",
	kAliasDeclaration:                     "alias_declaration",
	kStaticAssertDeclaration:              "static_assert_declaration",
	kConceptDefinition:                    "concept_definition",
	kForRangeLoop:                         "for_range_loop",
	kThrowStatement:                       "throw_statement",
	kTryStatement:                         "try_statement",
	kCatchClause:                          "catch_clause",
	kSubscriptArgumentList:                "subscript_argument_list",
	kNewExpression:                        "new_expression",
	kNewDeclarator:                        "new_declarator",
	kDeleteExpression:                     "delete_expression",
	kRequiresClause:                       "requires_clause",
	kRequiresExpression:                   "requires_expression",
	kLambdaExpression:                     "lambda_expression",
	kLambdaDefaultCapture:                 "lambda_default_capture",
	kFoldExpression:                       "fold_expression",
	kParameterPackExpansion:               "parameter_pack_expansion",
	kDestructorName:                       "destructor_name",
	kDependentName:                        "dependent_name",
	kQualifiedIdentifier:                  "qualified_identifier",
	kOperatorName:                         "operator_name",
	kUserDefinedLiteral:                   "user_defined_literal",
	kThis:                                 "this",
	kPreprocCall:                          "preproc_call",
	kPreprocDef:                           "preproc_def",
}

// field is the role of a node in its parent.
type field uint16

const (
	fNone field = iota
	fAlternative
	fArgument
	fArguments
	fBase
	fBody
	fCaptures
	fCondition
	fConsequence
	fDeclarator
	fDefaultType
	fDefaultValue
	fDesignator
	fField
	fFunction
	fIndices
	fInitializer
	fLabel
	fLeft
	fLength
	fMember
	fName
	fOperator
	fParameters
	fPattern
	fRight
	fScope
	fSize
	fType
	fUpdate
	fValue
)

// fieldNames are the grammar's names of the fields.
var fieldNames = [...]string{
	fAlternative:  "alternative",
	fArgument:     "argument",
	fArguments:    "arguments",
	fBase:         "base",
	fBody:         "body",
	fCaptures:     "captures",
	fCondition:    "condition",
	fConsequence:  "consequence",
	fDeclarator:   "declarator",
	fDefaultType:  "default_type",
	fDefaultValue: "default_value",
	fDesignator:   "designator",
	fField:        "field",
	fFunction:     "function",
	fIndices:      "indices",
	fInitializer:  "initializer",
	fLabel:        "label",
	fLeft:         "left",
	fLength:       "length",
	fMember:       "member",
	fName:         "name",
	fOperator:     "operator",
	fParameters:   "parameters",
	fPattern:      "pattern",
	fRight:        "right",
	fScope:        "scope",
	fSize:         "size",
	fType:         "type",
	fUpdate:       "update",
	fValue:        "value",
}
